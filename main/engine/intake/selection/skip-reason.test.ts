import { describe, expect, test } from 'vitest';
import { everything, isEverything, type Selection } from '../../../../preload/contract/views/selection.ts';
import fc from '../../../../test/fixtures/property.ts';
import { compileSelection, findBadGlob, type SelectableFile } from './skip-reason.ts';

const file: SelectableFile = {
  folder: 'Smith/Mail',
  name: 'Report.DOCX',
  sizeBytes: 1000,
  modifiedMs: Date.parse('2020-06-15T12:00:00Z'),
  type: null,
  custodian: 'Smith',
  choice: null,
  known: null,
  duplicate: null,
  sent: null,
};
const midnight = Date.parse('2020-06-16T00:00:00Z');
const known = { code: 'known-file', list: 'NSRL', hash: 'aa' } as const;
const sent = { code: 'already-sent', upload: 'u', at: '2020-01-01', sourceFileId: 7 } as const;
const duplicate = { code: 'duplicate', of: 'a', sha256: 'bb', upload: null, at: null } as const;

const codeOf = (rules: Partial<Selection>, given: Partial<SelectableFile> = {}): string | null =>
  compileSelection({ ...everything, ...rules })({ ...file, ...given })?.code ?? null;

describe('a selection', () => {
  test.each<[string, Partial<Selection>, Partial<SelectableFile>, string | null]>([
    ['nothing chosen', {}, {}, null],
    ['excluded by name', { exclude: ['*.docx'] }, {}, 'excluded'],
    ['excluded by folder', { exclude: ['Smith'] }, {}, 'excluded'],
    ['included by folder', { include: ['Smith/Mail'] }, {}, null],
    ['not included', { include: ['Jones'] }, {}, 'not-included'],
    ['exclude beats include', { include: ['*.docx'], exclude: ['Smith'] }, {}, 'excluded'],
    ['case told apart', { exclude: ['*.docx'], matchCase: true }, {}, null],
    ['a decomposed name', { exclude: ['Mü*'] }, { folder: 'Mu\u0308ller' }, 'excluded'],
    ['its extension', { notTypes: ['.DOCX'] }, {}, 'excluded-type'],
    ['its content', { types: ['zip'] }, { type: 'zip' }, null],
    ['another content', { types: ['pdf'] }, { type: 'zip' }, 'excluded-type'],
    ['the smallest size', { minBytes: 1000 }, {}, null],
    ['smaller', { minBytes: 1001 }, {}, 'excluded-size'],
    ['the largest size', { maxBytes: 1000 }, {}, null],
    ['larger', { maxBytes: 999 }, {}, 'excluded-size'],
    ['empty with no size', { maxBytes: 0 }, { sizeBytes: 0 }, null],
    ['the first day', { modifiedFrom: '2020-06-15' }, {}, null],
    ['before it', { modifiedFrom: '2020-06-16' }, {}, 'excluded-date'],
    ['the last day', { modifiedTo: '2020-06-15' }, {}, null],
    ['the last of its milliseconds', { modifiedTo: '2020-06-15' }, { modifiedMs: midnight - 1 }, null],
    ['midnight after it', { modifiedTo: '2020-06-15' }, { modifiedMs: midnight }, 'excluded-date'],
    ['midnight before the first day', { modifiedFrom: '2020-06-16' }, { modifiedMs: midnight }, null],
    ['after it', { modifiedTo: '2020-06-14' }, {}, 'excluded-date'],
    ['its custodian', { custodians: ['Smith'] }, {}, null],
    ['another custodian', { custodians: ['Jones'] }, {}, 'excluded-custodian'],
    ['no custodian', { custodians: ['Jones'] }, { custodian: null }, 'excluded-custodian'],
    ['an excluded custodian', { notCustodians: ['Smith'] }, {}, 'excluded-custodian'],
    ['a system file', { systemFiles: ['thumbnails'] }, { name: 'Thumbs.db' }, 'system-file'],
    ['a system file that is kept', { systemFiles: ['trash'] }, { name: 'Thumbs.db' }, null],
    ['known, and kept', {}, { known, sent, duplicate }, null],
    ['known', { skipKnown: true }, { known }, 'known-file'],
    ['sent before', { onlyNew: true }, { sent, duplicate }, 'already-sent'],
    ['a duplicate', { skipDuplicates: true }, { sent, duplicate }, 'duplicate'],
    ['deselected', {}, { choice: 'deselected' }, 'deselected'],
    ['selected by hand', { exclude: ['*'], onlyNew: true }, { choice: 'selected', sent }, null],
  ])('%s', (_, rules, given, code) => {
    expect(codeOf(rules, given)).toBe(code);
  });

  test('without rules skips nothing, and only then is everything', () => {
    expect(isEverything({ ...everything, matchCase: true })).toBe(true);
    expect(isEverything({ ...everything, minBytes: 0 })).toBe(false);
    expect(isEverything({ ...everything, exclude: ['a'] })).toBe(false);
  });

  test('names the first pattern that can not be used', () => {
    expect(findBadGlob({ ...everything, include: ['a'], exclude: ['[b', '{c'] })).toEqual({
      pattern: '[b',
      problem: 'a [ without its ]',
    });
  });

  test('sends the same files in whatever order its patterns are', () => {
    const glob = fc.constantFrom('*.docx', 'Smith', '/Mail', '**/Mail', '*.pdf', 'R*', 'Jones/**');
    const path = fc.constantFrom('Smith', 'Smith/Mail', 'Mail', 'Jones/x', '');
    fc.assert(
      fc.property(fc.array(glob), fc.array(glob), path, (include, exclude, folder) => {
        const isSent = (rules: Partial<Selection>) => codeOf(rules, { folder }) === null;
        const one = isSent({ include, exclude });
        expect(isSent({ include: include.toReversed(), exclude: exclude.toReversed() })).toBe(one);
        if (exclude.length > 0 && !isSent({ exclude })) expect(one).toBe(false);
        if (one) expect(isSent({ include: [...include, '*'], exclude })).toBe(true);
      }),
    );
  });
});

describe('a system file', () => {
  test.each<[string, string, number, string | null]>([
    ['', 'Thumbs.db', 9_000_000, 'thumbnails'],
    ['a', '.DS_Store', 6148, 'folder-settings'],
    ['a', 'desktop.ini', 100, 'folder-settings'],
    ['a', 'desktop.ini', 20_000_000, null],
    ['a', 'Thumbs.db', 20_000_000, null],
    ['a', '~$letter.docx', 162, 'office-lock'],
    ['a', '~$letter.docx', 50_000, null],
    ['a', '._photo.jpg', 4096, 'apple-double'],
    ['a', '._image.dmg', 90_000_000, null],
    ['$RECYCLE.BIN/S-1-5', '$R1.docx', 1, 'trash'],
    ['System Volume Information', 'tracking.log', 1, 'volume-data'],
    ['a/.Spotlight-V100/Store', 'x', 1, 'search-index'],
    ['a/@eaDir/b', 'x', 1, 'volume-data'],
    ['a', 'lost+found', 1, null],
    ['constructor', '__proto__', 1, null],
    ['a', 'toString', 1, null],
  ])('%s/%s of %i bytes: %s', (folder, name, sizeBytes, kind) => {
    const systemFiles = [
      'thumbnails',
      'folder-settings',
      'office-lock',
      'apple-double',
      'trash',
      'volume-data',
      'search-index',
    ] as const;
    const reason = compileSelection({ ...everything, systemFiles: [...systemFiles] })({
      ...file,
      folder,
      name,
      sizeBytes,
    });
    expect(reason).toEqual(kind === null ? null : { code: 'system-file', kind });
  });
});
