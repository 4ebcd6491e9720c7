import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { directoryEffectTexts } from '../../../preload/contract/texts/directory-text.ts';
import type { DirectoryCheck, DirectoryForm } from '../../../preload/contract/views/directory.ts';
import { covers } from '../../../test/conformance/covers.ts';
import { unwrap } from '../../../test/fixtures/result.ts';
import { checkDirectory } from './check-directory.ts';

const folder = mkdtempSync(join(tmpdir(), 'lading-directory-'));
afterAll(() => rmSync(folder, { recursive: true }));

const rules = { form: 'base', hrSystemIdColumn: 'hr-system id', maxBytes: 190_000_000 } as const;

function fileOf(content: string | Uint8Array): string {
  const path = join(folder, 'people.csv');
  writeFileSync(path, content);
  return path;
}

async function check(content: string | Uint8Array, form: DirectoryForm = 'base'): Promise<DirectoryCheck> {
  return unwrap(await checkDirectory(fileOf(content), { ...rules, form }));
}

/** As "code line:column value (number)", with what the finding has. */
async function found(content: string | Uint8Array, form: DirectoryForm = 'base'): Promise<string[]> {
  const { findings } = await check(content, form);
  return findings.map(({ code, line, column, value: cell, number }) =>
    [
      code,
      line === null ? '' : ` ${line}`,
      column === null ? '' : `:${column}`,
      cell === null ? '' : ` ${cell}`,
    ]
      .join('')
      .concat(number === null ? '' : ` (${number})`),
  );
}

describe('the rules for a row', () => {
  it.each<[string, string, readonly string[]]>([
    ['a person with email and name', 'email,name\na@x.test,Ann', []],
    ['neither email nor user principal name', 'email,name\n,Ann', ['identity-missing 2']],
    ['white space instead of an email', 'email,name\n"  \t",Ann', ['identity-missing 2']],
    ['a user principal name alone', 'email,user principal name,name\n,ann@x,Ann', ['person-ignored 2 ann@x']],
    ['a date', 'email,name,employee start date\na@x.test,Ann, 2024-02-29 ', []],
    [
      'a date in another format',
      'email,name,employee end date\na@x.test,Ann,31.12.2024',
      ['date-invalid 2:3 31.12.2024'],
    ],
    [
      'a day that the month lacks',
      'email,name,employee start date\na@x.test,Ann,2023-02-29',
      ['date-invalid 2:3 2023-02-29'],
    ],
    [
      'the year 0',
      'email,name,employee start date\na@x.test,Ann,0000-01-01',
      ['date-invalid 2:3 0000-01-01'],
    ],
    [
      'an end before the start',
      'email,employee end date,name,employee start date\na@x.test,2023-12-31,Ann,2024-01-01\nb@x.test,2024-01-01,Bo,2024-01-01',
      ['dates-reversed 2:2 2023-12-31'],
    ],
    [
      'an end that is no date',
      'email,name,employee start date,employee end date\na@x.test,Ann,2024-01-01,2023',
      ['date-invalid 2:4 2023'],
    ],
    ['no name', 'email,name\na@x.test,', ['name-missing 2']],
    ['a name beside its parts', 'email,name,last name\na@x.test,Ann Lee,Lee', ['name-not-used 2:2 Ann Lee']],
    [
      'the same email twice',
      'email,name\na@x.test,A\nb@x.test,B\nA@X.test,C',
      ['email-twice 4:1 A@X.test (2)'],
    ],
    ['an email without @', 'email,name\nAnn,Ann', ['email-unusual 2:1 Ann']],
    ['more cells than columns', 'email,name\na@x.test,Ann,x', ['cells-extra 2 (3)']],
    ['more cells than columns, all empty', 'email,name\na@x.test,Ann, ,', []],
    ['fewer cells than columns', 'email,name\na@x.test', ['name-missing 2', 'cells-missing 2 (1)'].reverse()],
    ['NUL', 'email,name\na@x.test,A\0n', ['nul-character 2:2']],
    ['a lost character', 'email,name\na@x.test,M\uFFFDller', ['character-lost 2:2 M\uFFFDller']],
    [
      'letters that were saved as question marks',
      'email,name,role\na@x.test,?????,"??, Lee"\nb@x.test,Dvo?ák,?ef\nc@x.test,M??ller,Chef',
      [
        'character-lost 2:2 ?????',
        'character-lost 2:3 ??, Lee',
        'character-lost 3:2 Dvo?ák',
        'character-lost 3:3 ?ef',
        'character-lost 4:2 M??ller',
      ],
    ],
    [
      'question marks that are meant',
      'email,name,notes\na@x.test,Ann,"Left?? Really? https://x.test/?id=1"',
      [],
    ],
  ])('%s', async (_what, csv, expected) => {
    expect(await found(csv)).toEqual(expected);
  });

  test('a line is the one where the row starts, also after a cell of several lines', async () => {
    expect(await found('email,name,notes\r\na@x.test,A,"1\r\n2\n3"\r\n,B,')).toEqual(['identity-missing 5']);
  });

  test('rows without any value are no people, and are counted', async () => {
    expect(await check('email,name\n,\n\n  , \na@x.test,A\n')).toMatchObject({
      people: 1,
      blankRows: 3,
      errors: 0,
    });
  });

  test('in the extended form nobody is ignored, and who has no hr-system id is added as new', async () => {
    covers('rule 4.2.custodian-sync-rules.9');
    const csv = 'email,user principal name,name,HR-System ID\n,u@x,U,\na@x.test,,A,7\nb@x.test,,B,7';
    expect(await found(csv, 'extended')).toEqual(['hr-system-id-twice 4:4 7 (3)', 'person-added 2']);
    expect((await check(csv, 'extended')).ignored).toEqual({ count: 0, people: [] });
  });
});

describe('the rules for columns', () => {
  it.each<[string, string, DirectoryForm, readonly string[]]>([
    ['any case', 'EMAIL,Name\na@x.test,A', 'base', []],
    [
      'ignored ones',
      'email,name,identities,My Site,employee id\na@x.test,A,,,',
      'base',
      ['column-ignored 1:3', 'column-ignored 1:4', 'column-ignored 1:5'],
    ],
    [
      'employee id in the extended form',
      'email,name,hr-system id,employee id\na@x.test,A,1,2',
      'extended',
      [],
    ],
    [
      'hr-system id in the base form',
      'email,name,hr-system id\na@x.test,A,1',
      'base',
      ['column-unknown 1:3'],
    ],
    [
      'unknown ones, with what is meant',
      'E-Mail,email,x\n,a@x.test,',
      'base',
      ['column-unknown 1:1 email', 'column-unknown 1:3', 'name-missing 2'],
    ],
    ['one twice', 'email,name,Email\na@x.test,A,b@x.test', 'base', ['column-twice 1:3 (1)']],
    [
      'none that identifies a person',
      'name\nAnn',
      'base',
      ['identity-column-missing 1', 'identity-missing 2'],
    ],
  ])('%s', async (_what, csv, form, expected) => {
    expect(await found(csv, form)).toEqual(expected);
  });

  test('says which columns are filled for how many of the people who aren’t ignored, and which are absent', async () => {
    const { columns, absentColumns } = await check(
      'email,role,first name,user principal name\na@x.test,,Ann,\nb@x.test,Lead,,\n,Lead,Bob,bob@corp',
    );
    expect(columns).toEqual([
      { name: 'email', use: 'synced', filled: 2 },
      { name: 'role', use: 'synced', filled: 1 },
      { name: 'first name', use: 'synced', filled: 1 },
      { name: 'user principal name', use: 'synced', filled: 0 },
    ]);
    expect(absentColumns).toContain('department');
    expect(absentColumns).not.toContain('name');
    expect(absentColumns).not.toContain('last name');
  });
});

test.each([
  ['from its parts', 'email,first name,last name,name\na@x.test,Ann,Lee,'],
  ['from one part', 'email,first name,last name,name\na@x.test,,Lee,'],
  ['from the name', 'email,first name,last name,name\na@x.test,,,Ann Lee'],
])('a name %s is not empty after the sync', async (_from, csv) => {
  expect(directoryEffectTexts(await check(csv)).join(' ')).not.toMatch(/for some/);
});

test('a name that is nowhere is empty after the sync', async () => {
  expect(directoryEffectTexts(await check('email,name\na@x.test,\nb@x.test,Bo')).join(' ')).toContain(
    'Empty afterwards for some (people without a value): name (1).',
  );
});

describe('the file', () => {
  const csv = 'email;name\r\nmüller@x.test;"Müller ""€"""\r\n';
  it.each<[string, Uint8Array, DirectoryCheck['encoding']]>([
    ['UTF-8', Buffer.from(csv), 'utf-8'],
    ['UTF-8 with BOM', Buffer.from(`\uFEFF${csv}`), 'utf-8'],
    ['UTF-16 LE', Buffer.from(`\uFEFF${csv}`, 'utf16le'), 'utf-16le'],
    ['UTF-16 BE', Buffer.from(`\uFEFF${csv}`, 'utf16le').swap16(), 'utf-16be'],
    ['Windows-1252', Buffer.from(csv.replace('€', '\x80'), 'latin1'), 'windows-1252'],
  ])('in %s is sent as the same UTF-8 with commas', async (_name, bytes, encoding) => {
    const sha256 = createHash('sha256')
      .update(csv.replaceAll(';', ',').replaceAll('\r\n', '\n'))
      .digest('hex');
    expect(await check(bytes)).toMatchObject({
      encoding,
      separator: ';',
      people: 1,
      errors: 0,
      content: { sha256 },
    });
  });

  test('at the size limit does not grow beyond it, whatever ends its rows', async () => {
    const lines = Buffer.from(`email,name\n${'a@x.test,A\n'.repeat(1000)}`);
    expect((await check(lines)).content.bytes).toBe(lines.length);
  });

  test('in Windows-1252 shows a cell from which a person sees whether that is right', async () => {
    expect(await found(Buffer.from('email,name\na@x.test,M\xfcller', 'latin1'))).toEqual([
      'read-as-windows-1252 2:2 Müller',
    ]);
  });

  test('that is UTF-8 but for one byte is damaged UTF-8, and is stopped', async () => {
    const content = Buffer.concat([Buffer.from('email,name\na@x.test,Müller Jürgen'), Buffer.from([0xff])]);
    expect(await found(content)).toEqual(['text-damaged utf-8', 'character-lost 2:2 Müller Jürgen\uFFFD']);
  });

  it.each([
    ['a comma', 'email,name\na@x.test,A', ','],
    ['a semicolon', 'email;name\na@x.test;A', ';'],
    ['a tab', 'email\tname\na@x.test\tA', '\t'],
    ['a semicolon, with commas in the header', 'x,y,z,q;email;name\n1;a@x.test;A', ';'],
    ['a line sep=', 'sep=;\r\nemail;name\r\na@x.test;A', ';'],
  ])('is split at %s', async (_what, csvText, separator) => {
    expect(await check(csvText)).toMatchObject({ separator, people: 1 });
  });

  it.each([['\n'], ['\r\n'], ['\r']])('has rows that end with %j', async (ending) => {
    expect(await found(['email,name', 'a@x.test,A', ',B'].join(ending))).toEqual(['identity-missing 3']);
  });

  test('with a line sep= is counted from that line', async () => {
    expect(await found('sep=,\nemail,name\n,B')).toEqual(['identity-missing 3']);
  });

  it.each<[string, string, readonly string[]]>([
    ['nothing in it', '', ['file-empty']],
    ['a header only', 'email,name\n', ['people-missing']],
    [
      'a quote without an end',
      'email,name\n,A\na@x.test,"B\n',
      ['quote-not-closed 3:2', 'identity-missing 2'],
    ],
    ['text after a quote', 'email,name\n,A\na@x.test,"B"C\n', ['quote-misplaced 3:2', 'identity-missing 2']],
  ])('with %s says so', async (_what, content, expected) => {
    expect((await found(content)).toSorted()).toEqual([...expected].toSorted());
  });

  test('is stopped above the size limit, which counts what is sent', async () => {
    covers('rule 4.2.custodian-sync-rules.7');
    const path = fileOf(Buffer.from('\uFEFFemail,name\na@x.test,A\n', 'utf16le'));
    const sentBytes = 'email,name\na@x.test,A\n'.length;
    const at = async (maxBytes: number) => unwrap(await checkDirectory(path, { ...rules, maxBytes })).errors;
    expect([await at(sentBytes), await at(sentBytes - 1)]).toEqual([0, 1]);
  });

  test('is not read at all where it can’t be within the limit', async () => {
    const path = fileOf('email\n"'.padEnd(5000, 'x'));
    const { findings } = unwrap(await checkDirectory(path, { ...rules, maxBytes: 1000 }));
    expect(findings.map(({ code }) => code)).toEqual(['csv-too-large']);
  });

  test('is not changed', async () => {
    const path = fileOf('email,name\na@x.test,A');
    const before = statSync(path);
    await checkDirectory(path, rules);
    expect(statSync(path)).toMatchObject({ mtimeMs: before.mtimeMs, size: before.size });
  });

  it.each<[string, () => string, string]>([
    ['that is missing', () => join(folder, 'none.csv'), 'source-missing'],
    ['that is a folder', () => folder, 'path-not-a-file'],
    ...(process.platform === 'win32'
      ? []
      : [['that is a pipe', () => pipe(), 'path-not-a-file'] as [string, () => string, string]]),
  ])('%s is a failure', async (_what, path, code) => {
    expect(await checkDirectory(path(), rules)).toMatchObject({ ok: false, failure: { code } });
  });

  function pipe(): string {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    return path;
  }
});
