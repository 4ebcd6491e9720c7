import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calls } from '../../../preload/contract/index.ts';
import type { SourceView } from '../../../preload/contract/views.ts';
import {
  addSources,
  checkSourceForm,
  emptySourceForm,
  linkProblem,
  linksOf,
  obviousDatabase,
  type SourceForm,
  suggestedName,
} from '../../../renderer/features/new-upload/source-form.ts';

const day = new Date(2026, 10, 4, 9, 30);
const folder = (path: string, sourceId = path): SourceView => ({ sourceId, path, kind: 'folder' });
const whole: SourceForm = {
  ...emptySourceForm,
  connectionId: 'harrow',
  databaseId: 41,
  sources: [folder('\\\\nas2\\evidence\\EV-0412', 'a')],
};

describe('the source of a new upload', () => {
  it('becomes a draft once nothing is missing', () => {
    expect(checkSourceForm(whole, day)).toEqual({
      problems: {},
      draft: {
        connectionId: 'harrow',
        databaseId: 41,
        dataset: { name: 'EV-0412 2026-11-04', description: null },
        sourceIds: ['a'],
        links: [],
        followSymlinks: false,
      },
    });
  });

  it.each<[string, Partial<SourceForm>, string[]]>([
    ['no connection', { connectionId: null }, ['connection']],
    ['no database', { databaseId: null }, ['database']],
    ['an emptied name', { datasetName: '  ' }, ['name']],
    ['a name beyond 255 characters', { datasetName: 'x'.repeat(256) }, ['name']],
    ['nothing to send', { sources: [], datasetName: 'Any' }, ['sources']],
    ['an id of 0', { dataset: 'existing', datasetId: '0' }, ['datasetId']],
    ['an id with letters', { dataset: 'existing', datasetId: '12a' }, ['datasetId']],
    ['a link that is none', { links: 'not a link' }, ['links']],
  ])('is not a draft with %s', (_, change, fields) => {
    const { problems, draft } = checkSourceForm({ ...whole, ...change }, day);
    expect(Object.keys(problems)).toEqual(fields);
    expect(draft).toBeNull();
  });

  it('does not miss a name that comes with what is chosen', () => {
    const { problems } = checkSourceForm({ ...whole, sources: [] }, day);
    expect(Object.keys(problems)).toEqual(['sources']);
  });

  it('may be links alone, into a dataset that is there', () => {
    const form = {
      ...whole,
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

  it('is never a draft that the contract refuses', () => {
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
      followSymlinks: fc.boolean(),
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
    expect(suggestedName({ sources: [folder(path)], links: '' }, day)).toBe(name);
  });

  it('of links is the first one’s file', () => {
    expect(suggestedName({ sources: [], links: '\nhttps://a.example/in/b.zip?sig=1' }, day)).toBe(
      'b.zip 2026-11-04',
    );
  });

  it('is empty while nothing is chosen', () => {
    expect(suggestedName({ sources: [], links: '' }, day)).toBe('');
  });
});

describe('links', () => {
  it.each([
    ['', null],
    ['https://a.example/x?sig=1\n\n https://b.example/', null],
    ['http://127.0.0.1:4400/x', null],
    ['https://a.example/x\nhttp://a.example/x', 'Line 2 is not an https:// address'],
    ['ftp://a.example/x', 'Line 1 is not an address'],
    ['\n\nhello', 'Line 3 is not an address'],
  ])('%j: %s', (text, problem) => {
    if (problem === null) expect(linkProblem(text)).toBeNull();
    else expect(linkProblem(text)).toContain(problem);
  });

  it('given twice are sent once', () => {
    expect(linksOf('https://a.example/x\r\nhttps://a.example/x\n')).toEqual(['https://a.example/x']);
  });
});

describe('sources', () => {
  it('chosen twice are kept once, under the first id', () => {
    const { sources, added } = addSources([folder('/a', '1')], [folder('/a', '2'), folder('/b', '3')]);
    expect(sources.map((source) => source.sourceId)).toEqual(['1', '3']);
    expect(added).toBe(1);
  });
});

describe('the database', () => {
  const [one, two] = [
    { id: 41, name: 'Doe v. Roe' },
    { id: 42, name: 'Acme' },
  ];
  it.each([
    ['the only one', [one], false, 41],
    ['left to the person where there are two', [one, two], false, null],
    ['the first one while practising', [one, two], true, 41],
    ['none where there is none', [], true, null],
  ])('chosen by itself is %s', (_, databases, practises, chosen) =>
    expect(obviousDatabase(databases, practises)).toBe(chosen),
  );
});
