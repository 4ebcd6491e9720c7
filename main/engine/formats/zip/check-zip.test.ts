import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { memoryFile } from '../../../../test/fixtures/memory-file.ts';
import fc from '../../../../test/fixtures/property.ts';
import { type ZipMember, zipBytes } from '../../../../test/fixtures/zip-bytes.ts';
import { maxFolders } from '../folder-tally.ts';
import { checkContent } from '../readers.ts';
import { recognizeFile } from '../recognize/recognize.ts';

const check = (bytes: Buffer) => checkContent('zip', memoryFile(bytes));
const text = (length: number) => Buffer.alloc(length, 'evidence ');
const people: readonly ZipMember[] = [
  { name: 'Ann Lee/mail.eml', content: text(10) },
  { name: 'Ann Lee/notes/', content: text(0) },
  { name: 'Ann Lee/notes/a.txt', content: text(20) },
  { name: 'Bo Ek/b.txt', content: text(30), deflate: true },
  { name: 'Bo Ek/c.txt', content: text(40) },
  { name: 'readme.txt', content: text(5) },
];
const listed = {
  entries: 5,
  encryptedEntries: 0,
  expandedBytes: 105,
  folders: [
    { path: 'Ann Lee/', otherPath: null, isDoubtful: false, entries: 1, bytes: 10 },
    { path: 'Ann Lee/notes/', otherPath: null, isDoubtful: false, entries: 1, bytes: 20 },
    { path: 'Bo Ek/', otherPath: null, isDoubtful: false, entries: 2, bytes: 70 },
    { path: '', otherPath: null, isDoubtful: false, entries: 1, bytes: 5 },
  ],
  warnings: [],
};
const warningsOf = (members: readonly ZipMember[], options = {}) =>
  check(zipBytes(members, options)).listing?.warnings ?? [];

describe('an archive is listed by folder', () => {
  test.each([
    ['as most programs write it', {}],
    ['with a comment that contains an end record', { comment: zipBytes([]) }],
    ['in ZIP64', { zip64: true }],
    ['behind a program that expands it', { prefix: text(70_000) }],
    ['in ZIP64 behind a program', { zip64: true, prefix: text(123) }],
  ])('%s', (_name, options) => {
    expect(check(zipBytes(people, options))).toEqual({
      isEncrypted: false,
      locked: null,
      segment: null,
      damage: null,
      listing: listed,
      exceeded: null,
    });
  });

  test('with more entries than a 16-bit count can say', () => {
    const members = Array.from({ length: 65_600 }, (_, index) => ({ name: `${index % 7}/${index}` }));
    const { damage, listing } = check(zipBytes(members));
    expect(damage).toBeNull();
    expect(listing?.entries).toBe(65_600);
    expect(listing?.folders).toHaveLength(7);
  });

  test('and an empty one has no entries', () => {
    expect(check(zipBytes([]))).toMatchObject({ damage: null, listing: { entries: 0, folders: [] } });
  });
});

describe('names that state their encoding, or need none', () => {
  const latin1 = (value: string) => Buffer.from(value, 'latin1');
  test('where the archive states it, nothing is guessed', () => {
    const raw = latin1('M\x81ller/a');
    const utf8 = Buffer.from('Müller/a');
    const field = Buffer.alloc(9);
    field.writeUInt16LE(0x7075, 0);
    field.writeUInt16LE(5 + utf8.length, 2);
    field.writeUInt8(1, 4);
    field.writeUInt32LE(crc32(raw), 5);
    const members = [{ name: raw, extra: Buffer.concat([field, utf8]) }, { name: '東京/b' }];
    const { listing } = check(zipBytes(members));
    expect(listing?.folders.map(({ path }) => path)).toEqual(['Müller/', '東京/']);
    expect(listing?.warnings).toEqual([]);
  });

  test('backslashes separate where no slash does', () => {
    const { listing } = check(zipBytes([{ name: 'Ann\\mail\\a.txt' }]));
    expect(listing?.folders).toEqual([
      { path: 'Ann/mail/', otherPath: null, isDoubtful: false, entries: 1, bytes: 0 },
    ]);
  });
});

describe('what is locked is counted', () => {
  test('some entries', () => {
    const [first, ...rest] = people;
    expect(check(zipBytes([{ ...first, name: 'x', flags: 1 }, ...rest]))).toMatchObject({
      isEncrypted: true,
      locked: 'entries',
      listing: { encryptedEntries: 1 },
    });
  });
  test('all of them, with AES', () => {
    const members = [
      { name: 'a/', flags: 0 },
      { name: 'a/x', content: text(9), flags: 1, method: 99 },
    ];
    expect(check(zipBytes(members))).toMatchObject({ isEncrypted: true, locked: 'file' });
  });
});

describe('what is damaged is named', () => {
  const whole = zipBytes(people);
  test('an archive that was cut has no table of contents', () => {
    expect(check(whole.subarray(0, whole.length - 30)).damage).toEqual({
      kind: 'end-missing',
      part: 'table-of-contents',
    });
  });
  test('a comment that was cut', () => {
    const bytes = zipBytes(people, { comment: text(100) });
    expect(check(bytes.subarray(0, bytes.length - 40)).damage).toEqual({
      kind: 'cut-short',
      expectedBytes: bytes.length,
      foundBytes: bytes.length - 40,
    });
  });
  test('an archive without its middle', () => {
    const bytes = Buffer.concat([whole.subarray(0, 60), whole.subarray(100)]);
    expect(check(bytes).damage).toEqual({
      kind: 'cut-short',
      expectedBytes: whole.length,
      foundBytes: whole.length - 40,
    });
  });
  test('an entry that is not where the table says', () => {
    const bytes = Buffer.from(whole);
    bytes.fill(0, 0, 4);
    expect(check(bytes).damage).toEqual({ kind: 'invalid', part: 'entry', position: 0 });
  });
  test('a count that is not the number of entries', () => {
    expect(check(zipBytes(people, { claimedEntries: 7 })).damage).toMatchObject({
      part: 'table-of-contents',
    });
  });
  test('an archive that was cut behind a whole one in it', () => {
    const outer = zipBytes([{ name: 'inner.zip', content: whole }]);
    const cut = outer.subarray(0, outer.indexOf('inner.zip') + 'inner.zip'.length + whole.length);
    expect(check(cut).damage).toEqual({ kind: 'end-missing', part: 'table-of-contents' });
  });
  test('no cut of a whole archive passes as whole', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: whole.length - 1 }), (length) => {
        expect(check(whole.subarray(0, length)).damage).not.toBeNull();
      }),
      { numRuns: 200 },
    );
  });
});

describe('hostile archives are reported', () => {
  test('names that lead out of the folder, or hide', () => {
    const members = ['../../etc/x', '/abs', 'C:\\x', 'a/..', 'fine..txt', 'a\u0007b'].map((name) => ({
      name,
    }));
    expect(warningsOf(members)).toEqual([
      { kind: 'unsafe-paths', entries: 4, example: '../../etc/x' },
      { kind: 'control-characters', entries: 1, example: 'a\u0007b' },
    ]);
  });
  test('names that are there twice', () => {
    expect(warningsOf([{ name: 'a' }, { name: 'b' }, { name: 'a' }, { name: 'a' }])).toEqual([
      { kind: 'duplicate-names', entries: 2, example: 'a' },
    ]);
  });
  test('entries that share bytes', () => {
    const members = [
      { name: 'a', content: text(100) },
      { name: 'b', content: text(100), claims: { position: 0 } },
    ];
    expect(warningsOf(members)).toEqual([{ kind: 'overlapping-entries', entries: 1 }]);
  });
  test('entries that share bytes, in a table of another order', () => {
    const members = Array.from({ length: 9 }, (_, index) => ({
      name: `${index}`,
      content: text(1000),
      claims: { position: 0 },
    }));
    const [first, second, ...rest] = members;
    const bomb = [{ ...first, claims: { position: 1031 } }, { ...second }, ...rest].map((member, index) => ({
      ...member,
      name: `${index}`,
      content: text(1000),
    }));
    const whole = zipBytes(bomb);
    const body = zipBytes(members.slice(0, 2).map(({ name, content }) => ({ name, content })));
    // Only the first two are there.
    const table = whole.subarray(9 * 1031);
    const bytes = Buffer.concat([body.subarray(0, 2 * 1031), table]);
    bytes.writeUInt32LE(2 * 1031, bytes.length - 6);
    expect(check(bytes).listing?.warnings).toEqual([{ kind: 'overlapping-entries', entries: 9 }]);
  });
  test('a table in another order than its entries is nothing unusual', () => {
    const members = people.map((member) => ({ ...member, deflate: false }));
    for (const table of [
      [5, 0, 1, 2, 3, 4],
      [4, 2, 3, 0, 5, 1],
      [5, 4, 3, 2, 1, 0],
    ])
      expect(check(zipBytes(members, { table }))).toMatchObject({ damage: null, listing: { warnings: [] } });
  });
  test.each([8, 9, 12, 14, 93, 99, 777])('sizes that no compression reaches: method %i', (method) => {
    const claims = { expandedBytes: 4_294_967_294 };
    const archive = zipBytes([{ name: 'a/b', content: text(19), method, claims }]);
    const { listing } = check(archive);
    expect(listing?.warnings).toEqual([{ kind: 'impossible-sizes', entries: 1, example: 'a/b' }]);
    // Neither the forecast nor the count of what is whose goes by it.
    expect(listing?.expandedBytes).toBeLessThan(30_000_000);
    expect(listing?.folders).toMatchObject([{ bytes: listing?.expandedBytes }]);
  });
  test('more than a hundredfold, as far as the compression can', () => {
    const content = Buffer.alloc(2_000_000);
    const claims = { expandedBytes: 1_900_000_000 };
    expect(warningsOf([{ name: 'a', content, method: 8, claims }])).toEqual([
      expect.objectContaining({ kind: 'high-expansion', expandedBytes: 1_900_000_000 }),
    ]);
  });
  test('an entry beyond the end is damage', () => {
    expect(check(zipBytes([{ name: 'a', claims: { position: 1e9 } }])).damage).toMatchObject({
      part: 'table-of-contents',
    });
  });
  test('archives in archives', () => {
    expect(warningsOf([{ name: 'x/mail.PST' }, { name: 'y.zip' }])).toEqual([
      { kind: 'nested-containers', entries: 2 },
    ]);
  });
  test('more folders than are kept', () => {
    const members = Array.from({ length: maxFolders + 10 }, (_, index) => ({ name: `${index}/a` }));
    const listing = check(zipBytes(members)).listing;
    expect(listing?.folders).toHaveLength(maxFolders);
    expect(listing?.warnings).toEqual([{ kind: 'too-many-folders', limit: maxFolders }]);
  });
});

describe('documents that are archives inside', () => {
  const typeWith = (contentBytes: number, names: readonly string[]) =>
    recognizeFile(memoryFile(zipBytes(names.map((name) => ({ name, content: text(contentBytes) })))));
  const type = (...names: string[]) => {
    // In the head, and beyond it.
    expect(typeWith(50, names)).toBe(typeWith(9_000, names));
    return typeWith(50, names);
  };
  test('are told apart by their parts', () => {
    expect(type('[Content_Types].xml', '_rels/.rels', 'word/document.xml')).toBe('docx');
    expect(type('[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml')).toBe('xlsx');
    expect(type('_rels/.rels', 'docProps/app.xml', 'ppt/presentation.xml')).toBe('pptx');
    expect(type('[Content_Types].xml', 'visio/document.xml')).toBe('ooxml');
    expect(type('META-INF/MANIFEST.MF', 'a.class')).toBe('jar');
    expect(type('word/letter.txt')).toBe('zip');
    const odt = zipBytes([
      { name: 'mimetype', content: Buffer.from('application/vnd.oasis.opendocument.text') },
    ]);
    expect(recognizeFile(memoryFile(odt))).toBe('odf');
  });
  test('in whatever order a program writes them', () => {
    expect(type('word/document.xml', 'docProps/app.xml', '_rels/.rels', '[Content_Types].xml')).toBe('docx');
    expect(type('customXml/item1.xml', 'xl/workbook.xml', '[Content_Types].xml')).toBe('xlsx');
    expect(type('META-INF/', 'word/document.xml', '[Content_Types].xml')).toBe('docx');
    expect(type('[content_types].xml', 'PPT\\presentation.xml', '_rels\\.rels')).toBe('pptx');
    expect(type('META-INF/', 'META-INF/container.xml', 'OEBPS/content.opf', 'mimetype')).toBe('epub');
    expect(type('content.xml', 'styles.xml', 'META-INF/manifest.xml')).toBe('odf');
    expect(type('a.class', 'META-INF/MANIFEST.MF')).toBe('jar');
    expect(type('META-INF/', 'notes.txt')).toBe('zip');
    expect(type('report/[Content_Types].xml', 'report/word/document.xml')).toBe('zip');
  });
  test.each([
    ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'],
    ['docx', 'application/vnd.ms-word.document.macroEnabled.main+xml'],
    ['xlsx', 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'],
    ['pptx', 'application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml'],
    ['ooxml', 'application/vnd.ms-package.xps-fixeddocumentsequence+xml'],
  ] as const)('in whatever folders, by the list of content types: %s', (expected, contentType) => {
    const content = Buffer.from(`<Override PartName="/main.xml" ContentType="${contentType}"/>`);
    for (const deflate of [true, false]) {
      const members = [{ name: 'main.xml' }, { name: '[Content_Types].xml', content, deflate }];
      expect(recognizeFile(memoryFile(zipBytes(members)))).toBe(expected);
    }
  });
  test('an encrypted OpenDocument file says so in its manifest', () => {
    const manifest = Buffer.from('<manifest:encryption-data manifest:checksum-type="…"/>');
    const odt = zipBytes([
      { name: 'mimetype' },
      { name: 'META-INF/manifest.xml', content: manifest, deflate: true },
    ]);
    expect(checkContent('odf', memoryFile(odt))).toMatchObject({ locked: 'file', listing: null });
  });
});
