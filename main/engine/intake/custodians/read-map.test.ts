import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readCustodianMap, readOpenMap } from './read-map.ts';

const folder = mkdtempSync(join(tmpdir(), 'custodian-map-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

type Options = Partial<Parameters<typeof readCustodianMap>[1]>;

async function read(content: string | Buffer, options: Options = {}) {
  const path = join(folder, `${++files}.csv`);
  writeFileSync(path, content);
  return readCustodianMap(path, { roots: [], ...options });
}

async function rowsOf(content: string | Buffer, options: Options = {}) {
  const found = await read(content, options);
  return found.ok
    ? found.value.map.rows.map(({ line, path, custodian }) => [line, path, custodian])
    : found.failure;
}

const people = 'Path;Custodian\r\nJosé\\Mail;Ng, José\r\n"a;b";Roe\r\n';
const expected = [
  [2, 'José\\Mail', 'Ng, José'],
  [3, 'a;b', 'Roe'],
];

test.each([
  ['UTF-8', Buffer.from(people)],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${people}`)],
  ['UTF-16, as Excel saves Unicode text', Buffer.from(`\ufeff${people}`, 'utf16le')],
  ['UTF-16 with the other byte order', Buffer.from(`\ufeff${people}`, 'utf16le').swap16()],
  ['UTF-16 without a byte order mark', Buffer.from(people, 'utf16le')],
  ['Windows-1252', Buffer.from(people, 'latin1')],
])('a CSV in %s is read', async (_, bytes) => {
  expect(await rowsOf(bytes)).toEqual(expected);
});

test.each([
  ['commas', 'path,custodian\nA,Ng\n'],
  ['tabs', 'path\tcustodian\nA\tNg\n'],
  ['a line that names the separator', 'sep=;\npath;custodian\nA;Ng\n'],
  ['columns in another order', 'Custodian,Folder\nNg,A\n'],
  ['further columns', 'No,Path,Custodian,Note\n1,A,Ng,x\n'],
  ['empty columns at the end, as spreadsheets write them', 'path,custodian,\nA,Ng,,\n'],
])('a CSV with %s is read', async (_, content) => {
  const rows = await rowsOf(content);
  expect(rows).toEqual([[expect.any(Number), 'A', 'Ng']]);
});

test('without a header, the path comes first', async () => {
  expect(await rowsOf('A,Ng\nB,Roe\n')).toEqual([
    [1, 'A', 'Ng'],
    [2, 'B', 'Roe'],
  ]);
});

describe('without a header, the separator', () => {
  const open = 'P001;Jones, Ana\nP002;Ng, José\n';
  const bySemicolon = [
    [1, 'P001', 'Jones, Ana'],
    [2, 'P002', 'Ng, José'],
  ];
  const unclear = { code: 'custodian-map-invalid', problem: 'separator-unclear', line: null };
  /** A chosen folder with folders of these names. */
  function rootWith(...names: readonly string[]): string {
    const root = mkdtempSync(join(folder, 'root-'));
    for (const name of names) mkdirSync(join(root, name));
    return root;
  }

  test('is the one with which every line has columns', async () => {
    expect(await rowsOf(`${open}P003;Roe\n`)).toEqual([...bySemicolon, [3, 'P003', 'Roe']]);
    expect(await rowsOf('A;B,Ng\nC,Roe\n')).toMatchObject([[1, 'A;B', 'Ng'], {}]);
    expect(await rowsOf('\n"A, B"\tNg; Li\r\nC\tRoe\n')).toEqual([
      [2, 'A, B', 'Ng; Li'],
      [3, 'C', 'Roe'],
    ]);
  });

  test('is one that a quotation mark doesn’t contradict', async () => {
    expect(await rowsOf('P001;"Jones, Ana"\n')).toEqual([[1, 'P001', 'Jones, Ana']]);
  });

  test('is the one whose paths are there, below a chosen folder, with its name, or in full', async () => {
    const root = rootWith('P002');
    expect(await rowsOf(open, { roots: [rootWith(), root] })).toEqual(bySemicolon);
    expect(await rowsOf(open.replaceAll('P0', `${root}/P0`), { roots: [root] })).toHaveLength(2);
    expect(await rowsOf(open.replaceAll('P0', `${basename(root)}\\P0`), { roots: [root] })).toHaveLength(2);
    const other = rootWith('P002;Ng');
    expect(await rowsOf(open, { roots: [other] })).toEqual([
      [1, 'P001;Jones', 'Ana'],
      [2, 'P002;Ng', 'José'],
    ]);
  });

  test('is not guessed where no path says it, or paths of both are there', async () => {
    expect(await rowsOf(open)).toMatchObject(unclear);
    expect(await rowsOf(open, { roots: [rootWith('P003')] })).toMatchObject(unclear);
    expect(await rowsOf(open, { roots: [rootWith('P001', 'P002;Ng')] })).toMatchObject(unclear);
  });

  test('tells two lists of the same file apart, unless the file itself shows it', async () => {
    const identityOf = async (content: string, options: Options = {}) => {
      const found = await read(content, options);
      return found.ok ? [found.value.rule.separator, found.value.map.separator] : found.failure;
    };
    expect(await identityOf(open, { separator: 'comma' })).toEqual(['comma', 'comma']);
    expect(await identityOf(open, { roots: [rootWith('P002')] })).toEqual(['semicolon', 'semicolon']);
    expect(await identityOf(`sep=;\n${open}`)).toEqual([undefined, undefined]);
    expect(await identityOf(`path;custodian\n${open}`)).toEqual([undefined, undefined]);
  });

  test('is the one that a person named, or a first line', async () => {
    expect(await rowsOf(open, { separator: 'semicolon' })).toEqual(bySemicolon);
    expect(await rowsOf(open, { separator: 'comma' })).toMatchObject([[1, 'P001;Jones', 'Ana'], {}]);
    expect(await rowsOf(`sep=;\n${open}`)).toMatchObject([[2, 'P001', 'Jones, Ana'], {}]);
    expect(await rowsOf(`sep=;\n${open}`, { separator: 'semicolon' })).toMatchObject([
      [2, 'P001', 'Jones, Ana'],
      {},
    ]);
    expect(await rowsOf(`path;custodian\n${open}`)).toMatchObject([[2, 'P001', 'Jones, Ana'], {}]);
  });
});

test('paths keep the blanks around them: another folder may have the same name without', async () => {
  expect(await rowsOf('path,custodian\n"Smith ",Roe\nSmith,Ng\n Lee ,Lee\n')).toEqual([
    [2, 'Smith ', 'Roe'],
    [3, 'Smith', 'Ng'],
    [4, ' Lee ', 'Lee'],
  ]);
});

test.each([
  'path,name,custodian',
  'Path,Owner,Custodian',
  'folder,name,Custodian name',
  'path,custodian name,custodian',
])('a column that is called custodian is the one: %s', async (header) => {
  expect(await rowsOf(`${header}\nA,f.txt,Ng\n`)).toEqual([[2, 'A', 'Ng']]);
});

test('the same row twice is one row', async () => {
  expect(await rowsOf('path,custodian\nA,Ng\nA\\,Ng \n')).toEqual([[2, 'A', 'Ng']]);
});

describe('refused, with its line:', () => {
  test.each([
    ['two custodians for a path', 'path,custodian\nA/b,Ng\n\nA\\b\\,Roe\n', 'path-twice', 4, 2],
    ['a path without a custodian', 'path,custodian\nA,\n', 'custodian-missing', 2, null],
    ['a custodian without a path', 'path,custodian\n,Ng\n', 'path-missing', 2, null],
    ['a path that leads up', 'path,custodian\n../A,Ng\n', 'path-leads-up', 2, null],
    ['a name with a control character', 'path,custodian\nA,N\u0007g\n', 'custodian-invalid', 2, null],
    ['a header with two names of people', 'path,name,owner\nA,Ng,Roe\n', 'columns-unclear', 1, null],
    ['a header with two paths', 'folder,file,custodian\nA,b,Roe\n', 'columns-unclear', 1, null],
    ['one column', 'A\nB\n', 'columns-missing', 1, null],
    ['a name with an unquoted separator', 'path,custodian\nA,Ng\nB,Jones, Ana\n', 'columns-excess', 3, null],
    ['the same without a header', 'A,Jones, Ana\nB,Doe, John\n', 'columns-excess', 1, null],
    ['a path with an unquoted separator', 'path;custodian\nA;B/3;Ng\n', 'columns-excess', 2, null],
    ['a quotation mark without its end', 'path,custodian\nA,"Ng\n', 'quote-not-closed', 2, null],
    ['no rows', 'path,custodian\n', 'empty', null, null],
    ['nothing', '', 'empty', null, null],
    ['a binary file', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0]), 'not-text', null, null],
  ])('%s', async (_, content, problem, line, otherLine) => {
    const found = await read(content);
    expect(found).toMatchObject({
      ok: false,
      failure: { code: 'custodian-map-invalid', problem, line, otherLine },
    });
  });
});

test('a custodian whose letters were saved as question marks is refused, with its line and column', async () => {
  const { failure } = { failure: null, ...(await read('custodian,path\n"Ng, Ana?",A\n?????,B\nDvo?ák,C\n')) };
  const at = { line: 3, column: 1, problems: 2 };
  expect(failure).toMatchObject({ code: 'custodian-map-invalid', problem: 'custodian-damaged', ...at });
});

test('a file that is not there is named', async () => {
  const path = join(folder, 'none.csv');
  expect(await readCustodianMap(path, { roots: [] })).toMatchObject({
    failure: { code: 'source-missing', path },
  });
});

describe('a CSV that is saved while it is read', () => {
  /** Each pass from the start finds the next version. */
  function fileOf(versions: readonly string[], isUnchanged: boolean) {
    let pass = -1;
    const sizeBytes = 100;
    const read = async (position: number) => {
      if (position === 0 && pass < versions.length - 1) pass += 1;
      return Buffer.from(versions[pass] ?? '').subarray(position);
    };
    return { sizeBytes, read, isUnchanged: async () => isUnchanged, close: async () => undefined };
  }
  const witness = { roots: [], separator: null, exists: async () => false };
  const [bob, eve] = ['path,custodian\nA,Bob\n', 'path,custodian\nA,Eve\n'];

  test('gives no rows', async () => {
    const read = await readOpenMap('people.csv', fileOf([bob, bob, bob, eve], false), witness);
    expect(read).toEqual({ ok: false, failure: { code: 'csv-changed', path: 'people.csv' } });
  });

  test('has the hash of its rows where nothing shows that it changed', async () => {
    const read = await readOpenMap('people.csv', fileOf([bob, bob, bob, eve], true), witness);
    const sha1 = createHash('sha1').update(eve).digest('hex');
    expect(read).toMatchObject({ ok: true, value: { map: { sha1, rows: [{ custodian: 'Eve' }] } } });
  });
});
