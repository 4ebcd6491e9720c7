import { describe, expect, it } from 'vitest';
import { calls } from '../../../../preload/contract/index.ts';
import {
  earlierDataset,
  knownDatasets,
  unnamedDataset,
} from '../../../../preload/contract/views/known-datasets.ts';
import type { SourceView, UploadView } from '../../../../preload/contract/views/views.ts';
import fc from '../../../../test/fixtures/property.ts';
import { totals, upload } from '../../../../test/fixtures/views.ts';
import { words } from '../../../i18n/words.ts';
import { emptySourceForm, parseLinks, type SourceForm } from '../../../state/new-upload-draft.ts';
import {
  addMissingScheme,
  addSources,
  checkSourceForm,
  linksProblem,
  suggestDatasetName,
} from './source-form.ts';

const sourceWords = words.newUploadSource;
const day = { now: new Date(2026, 10, 4, 9, 30, 5), taken: new Set<string>() };
const folder = (path: string, sourceId = path): SourceView => ({ sourceId, path, kind: 'folder' });
const complete: SourceForm = {
  ...emptySourceForm,
  connectionId: 'harrow',
  databaseId: 41,
  sources: [folder('\\\\nas2\\evidence\\EV-0412', 'a')],
};

describe('the source of a new upload', () => {
  it('becomes a draft when nothing is missing', () => {
    expect(checkSourceForm(complete, day)).toEqual({
      problems: {},
      draft: {
        connectionId: 'harrow',
        databaseId: 41,
        acceptInactive: false,
        dataset: { name: 'EV-0412 2026-11-04', description: null },
        sources: ['a'],
        links: [],
        maskLinks: false,
        followSymlinks: false,
        replaces: null,
      },
    });
  });

  it.each<[string, Partial<SourceForm>, string[]]>([
    ['no connection', { connectionId: null }, ['connection']],
    ['neither connection nor database', { connectionId: null, databaseId: null }, ['connection']],
    ['no database', { databaseId: null }, ['database']],
    ['an empty name', { datasetName: '  ' }, ['name']],
    ['a name longer than 255 characters', { datasetName: 'x'.repeat(256) }, ['name']],
    ['nothing to send', { sources: [], datasetName: 'Any' }, ['sources']],
    ['an id of 0', { dataset: 'existing', datasetId: '0' }, ['datasetId']],
    ['an id with letters', { dataset: 'existing', datasetId: '12a' }, ['datasetId']],
    ['a malformed link', { links: 'not a link' }, ['links']],
  ])('is not a draft with %s', (_, change, fields) => {
    const { problems, draft } = checkSourceForm({ ...complete, ...change }, day);
    expect(Object.keys(problems)).toEqual(fields);
    expect(draft).toBeNull();
  });

  it('does not require a name that will be suggested with the source', () => {
    const { problems } = checkSourceForm({ ...complete, sources: [] }, day);
    expect(Object.keys(problems)).toEqual(['sources']);
  });

  it('can be links only, into an existing dataset', () => {
    const form = {
      ...complete,
      sources: [],
      dataset: 'existing',
      datasetId: ' 70 ',
      links: 'https://a.example/x',
    } as const;
    expect(checkSourceForm(form, day).draft).toMatchObject({
      dataset: { id: 70 },
      links: ['https://a.example/x'],
    });
  });

  it('never becomes a draft that the contract rejects', () => {
    const text = fc.string({ maxLength: 40 });
    const form = fc.record({
      connectionId: fc.option(fc.string()),
      databaseId: fc.option(fc.nat()),
      dataset: fc.constantFrom('new', 'existing'),
      datasetName: fc.option(text),
      description: text,
      datasetId: fc.oneof(text, fc.nat().map(String)),
      sources: fc.array(
        fc.string().map((path) => folder(path)),
        { maxLength: 3 },
      ),
      links: fc.oneof(text, fc.constantFrom('', 'https://a.example/x', 'http://a.example/x')),
      maskLinks: fc.boolean(),
      followSymlinks: fc.boolean(),
      isOtherDatabase: fc.boolean(),
      acceptedDatabaseId: fc.option(fc.integer()),
      replacesId: fc.option(fc.integer({ min: 1 })),
    });
    fc.assert(
      fc.property(form, (given) => {
        const { draft, problems } = checkSourceForm(given, day);
        if (draft === null) expect(Object.keys(problems)).not.toEqual([]);
        else expect(calls['drafts.create'].argument.safeParse(draft).success).toBe(true);
      }),
    );
  });
});

describe('the suggested name', () => {
  it.each([
    ['C:\\cases\\EV-7\\', 'EV-7 2026-11-04'],
    ['/mnt/ev/Ng, Ana', 'Ng, Ana 2026-11-04'],
    ['E:\\', 'E 2026-11-04'],
  ])('of %s is %s', (path, name) => {
    expect(suggestDatasetName({ sources: [folder(path)], links: '' }, day)).toBe(name);
  });

  it('of links is the file name of the first', () => {
    expect(suggestDatasetName({ sources: [], links: '\nhttps://a.example/in/b.zip?sig=1' }, day)).toBe(
      'b.zip 2026-11-04',
    );
  });

  it('has the time where the name is taken', () => {
    const form = { sources: [folder('/mnt/EV-1')], links: '' };
    const taken = new Set<string>();
    const names = Array.from({ length: 3 }, () => {
      const name = suggestDatasetName(form, { ...day, taken });
      taken.add(name);
      return name;
    });
    expect(names).toEqual(['EV-1 2026-11-04', 'EV-1 2026-11-04 09:30', 'EV-1 2026-11-04 09:30:05']);
  });

  it('is empty while nothing is selected', () => {
    expect(suggestDatasetName({ sources: [], links: '' }, day)).toBe('');
  });
});

describe('links', () => {
  it.each<[string, string, string | null]>([
    ['no links', '', null],
    ['https links', 'https://a.example/x?sig=1\n\n https://b.example/', null],
    ['a plain http link to this computer', 'http://127.0.0.1:4400/x', null],
    // The scan says that it isn't encrypted.
    ['a plain http link', 'https://a.example/x\nhttp://a.example/x', null],
    ['another protocol', 'ftp://a.example/x', sourceWords.linkNotUrl([1])],
    ['text', '\n\nhello', sourceWords.linkNotUrl([3])],
    ['no protocol', 'https://a.example/x\na.example/x?sig=1', sourceWords.linkWithoutScheme([2])],
    [
      'every bad line',
      'hello\nhttps://a.example/x\nftp://a.example\na.example:8443/x\n\nwww.a.example\nhttps://',
      `${sourceWords.linkNotUrl([1, 3, 7])} ${sourceWords.linkWithoutScheme([4, 6])}`,
    ],
  ])('are checked line by line: %s', (_, text, problem) => {
    expect(linksProblem(text)).toBe(problem);
  });

  it.each([
    ['a.example/x?sig=1\n  b.example:8443/y \nhello\nhttps://c.example', 2],
    ['C:\\evidence\\a.pst\n/mnt/ev\nftp://a.example/x\nsecret\nlocalhost', 0],
  ])('of %j, the missing https:// is added to %d lines and nothing else changes', (text, lines) => {
    const completed = addMissingScheme(text);
    expect(completed.lines).toBe(lines);
    expect(completed.text.replaceAll('https://', '')).toBe(text.replaceAll('https://', ''));
    expect(addMissingScheme(completed.text)).toEqual({ lines: 0, text: completed.text });
  });

  it('lists of line numbers stay short', () => {
    expect(sourceWords.linkNotUrl([1, 2])).toMatch(/^Lines 1 and 2 /);
    expect(sourceWords.linkNotUrl([1, 2, 3])).toMatch(/^Lines 1, 2, and 3 /);
    const many = Array.from({ length: 30 }, (_, at) => at + 1);
    expect(sourceWords.linkNotUrl(many)).toMatch(/^Lines 1, 2, 3, 4, 5, 6, 7, 8, and 22 more /);
  });

  it('entered twice are sent once', () => {
    expect(parseLinks('https://a.example/x\r\nhttps://a.example/x\n')).toEqual(['https://a.example/x']);
  });
});

describe('sources', () => {
  it('selected twice are kept once, under the first ID', () => {
    const { sources, added } = addSources([folder('/a', '1')], [folder('/a', '2'), folder('/b', '3')]);
    expect(sources.map((source) => source.sourceId)).toEqual(['1', '3']);
    expect(added).toBe(1);
  });
});

describe('existing datasets', () => {
  const place = { serverUrl: 'https://review.example.com/v1', databaseId: 41 };
  const sent = (datasetId: number | null, datasetName: string, given: Partial<UploadView> = {}) =>
    upload({
      ...place,
      datasetId,
      datasetName,
      totals: totals({ accepted: { items: 3, bytes: 9 } }),
      ...given,
    });

  it('are those of this database that were uploaded to, each once, with the name it was created with and its last use', () => {
    const uploads = [
      sent(9, unnamedDataset(9), { startedAt: '2026-11-15T08:00:00.000Z' }),
      sent(null, 'Never started'),
      sent(5, 'Refused', { totals: totals() }),
      sent(8, unnamedDataset(8)),
      sent(7, 'Elsewhere', { databaseId: 42 }),
      sent(6, 'On another platform', { serverUrl: 'https://other.example.com/v1' }),
      sent(9, 'Volume 1', { createdAt: '2026-10-01T08:00:00.000Z' }),
    ];
    const lastUsedAt = upload().createdAt;
    expect(knownDatasets(uploads, place)).toEqual([
      // It was sent the day after it was drafted.
      { id: 9, name: 'Volume 1', uploads: 2, lastUsedAt: '2026-11-15T08:00:00.000Z' },
      { id: 8, name: unnamedDataset(8), uploads: 1, lastUsedAt },
    ]);
    expect(knownDatasets(uploads, { ...place, databaseId: null })).toEqual([]);
  });

  it('of the name of a new one are known for the review, and none where an existing one was chosen', () => {
    const uploads = [
      sent(9, unnamedDataset(9)),
      sent(9, 'Volume 1'),
      sent(8, 'Volume 2', { databaseId: 42 }),
    ];
    const draft = (datasetName: string, datasetId: number | null = null) =>
      earlierDataset(uploads, { ...place, datasetId, datasetName })?.id ?? null;
    expect([draft('Volume 1'), draft('Volume 2'), draft('Volume 3'), draft('Volume 1', 9)]).toEqual([
      9,
      null,
      null,
      null,
    ]);
  });
});
