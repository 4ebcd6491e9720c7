import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, test } from 'vitest';
import { openCsv } from '../../main/engine/csv/csv-file.ts';
import { checkDirectory } from '../../main/engine/directories/check-directory.ts';
import { checkDirectoryOnThread } from '../../main/engine/directories/check-on-thread.ts';
import { directoryContent } from '../../main/engine/directories/directory-content.ts';
import { covers } from '../conformance/covers.ts';
import fc from '../fixtures/property.ts';
import { unwrap } from '../fixtures/result.ts';

const folder = mkdtempSync(join(tmpdir(), 'lading-directory-csvs-'));
afterAll(() => rmSync(folder, { recursive: true }));

const rules = { hrSystemIdColumn: 'hr-system id', maxBytes: 190_000_000 };

// What the specification says, a second time, over tables instead of files (platform-interface 4, custodian sync rules)

const supported =
  'email, business phone, company name, user principal name, employee start date, employee end date, manager name, manager email, mobile phone, role, employee type, department, fax number, office location, other emails, preferred language, notes, name, first name, middle name, last name'.split(
    ', ',
  );
const onlyExtended = ['employee id', 'hr-system id'];
const ignored = ['identities', 'my site', 'preferred data location'];

interface Table {
  readonly form: 'base' | 'extended';
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The findings that stop a sync or predict what it does, as "code row:column", rows from 1 after the header. */
function expectedFindings({ form, header, rows }: Table): string[] {
  const found: string[] = [];
  const names = header.map((name) => name.trim().toLowerCase());
  for (const [index, name] of names.entries()) {
    const isIgnored = ignored.includes(name) || (form === 'base' && name === 'employee id');
    const isSupported = supported.includes(name) || (form === 'extended' && onlyExtended.includes(name));
    if (isIgnored) found.push(`column-ignored 0:${index + 1}`);
    else if (!isSupported) found.push(`column-unknown 0:${index + 1}`);
  }
  if (!names.includes('email') && !names.includes('user principal name'))
    found.push('identity-column-missing 0');
  const emails: string[] = [];
  let people = 0;
  for (const [index, row] of rows.entries()) {
    const cells = row.map((cell) => cell.trim());
    if (cells.join('') === '') continue;
    people += 1;
    const at = `${index + 1}`;
    const get = (name: string) => cells[names.indexOf(name)] ?? '';
    for (const name of ['employee start date', 'employee end date']) {
      const [year = '', month = '', day = '', ...more] = get(name).split('-');
      const isDate =
        `${year.length}${month.length}${day.length}${more.length}` === '4220' &&
        Number(month) <= 12 &&
        Number(day) <= 30;
      if (get(name) !== '' && !isDate) found.push(`date-invalid ${at}:${names.indexOf(name) + 1}`);
    }
    if (get('email') === '' && get('user principal name') === '') found.push(`identity-missing ${at}`);
    if (form === 'base' && get('email') === '' && get('user principal name') !== '')
      found.push(`person-ignored ${at}`);
    if (form === 'extended' && get('hr-system id') === '') found.push(`person-added ${at}`);
    const parts = get('first name') + get('middle name') + get('last name');
    if (parts === '' && get('name') === '') found.push(`name-missing ${at}`);
    if (parts !== '' && get('name') !== '') found.push(`name-not-used ${at}:${names.indexOf('name') + 1}`);
    const email = get('email').toLowerCase();
    if (email !== '' && emails.includes(email)) found.push(`email-twice ${at}:${names.indexOf('email') + 1}`);
    emails.push(email);
  }
  if (people === 0) found.push('people-missing');
  return found.toSorted();
}

// Random directories

const columnNames = [...supported, ...onlyExtended, ...ignored, 'employee number', 'Größe'];
const styled = (name: string) =>
  fc.constantFrom(
    name,
    name.toUpperCase(),
    ` ${name} `,
    name.replace(/\b[a-z]/g, (first) => first.toUpperCase()),
  );
const word = fc.constantFrom(
  '',
  ' ',
  '\t ',
  'Ann',
  'Müller, Jürgen',
  '“5; 7” "x"',
  'two\nlines',
  'two\r\nlines',
  '=1+1',
  '日本',
);
const pools: Readonly<Record<string, fc.Arbitrary<string>>> = {
  email: fc.constantFrom('', ' ', 'a@x.test', 'A@x.test ', 'b@x.test', 'c@x.test', 'd@x.test', 'ö@x.test'),
  'user principal name': fc.constantFrom('', '', 'ann@corp', ' bob@corp', 'eve@corp'),
  'employee start date': fc.constantFrom(
    '',
    ' ',
    '2024-01-30',
    ' 2020-12-05 ',
    '2024-13-01',
    '05.12.2020',
    '2024-1-5',
  ),
  'employee end date': fc.constantFrom('', '2031-06-30', '20310630', '2031/06/30'),
  'hr-system id': fc.constantFrom('', '1', '2', '3'),
};

const table: fc.Arbitrary<Table> = fc
  .record({
    form: fc.constantFrom('base', 'extended'),
    // Most files have the columns that the rules are about.
    names: fc
      .tuple(
        fc.subarray(['email', 'user principal name', 'name', 'employee start date', 'hr-system id']),
        fc.subarray(columnNames),
      )
      .map(([often, seldom]) => [...new Set([...often, ...seldom])]),
  })
  .filter(({ names }) => names.length > 0)
  .chain(({ form, names }) =>
    fc.record({
      form: fc.constant(form),
      header: fc.tuple(...names.map(styled)),
      rows: fc.array(fc.tuple(...names.map((name) => pools[name] ?? word)), { maxLength: 12 }),
    }),
  );

const layout = fc.record({
  separator: fc.constantFrom(',', ';', '\t'),
  ending: fc.constantFrom('\n', '\r\n', '\r'),
  namesSeparator: fc.boolean(),
  endsWithLine: fc.boolean(),
  encoding: fc.constantFrom('utf-8', 'utf-8 with bom', 'utf-16le', 'utf-16be'),
});
type Layout = typeof layout extends fc.Arbitrary<infer Of> ? Of : never;

/** Quotes every cell, and says on which line each row starts. */
function written({ header, rows }: Table, { separator, ending, namesSeparator, endsWithLine }: Layout) {
  const lines: number[] = [];
  let text = namesSeparator ? `sep=${separator}${ending}` : '';
  for (const [index, row] of [header, ...rows].entries()) {
    lines.push(text.split(/\r\n|\r|\n/).length);
    const quoted = row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator);
    text += index === rows.length && !endsWithLine ? quoted : quoted + ending;
  }
  return { text, lines };
}

function encoded(text: string, encoding: string): Buffer {
  if (encoding === 'utf-16le') return Buffer.from(`\uFEFF${text}`, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();
  return Buffer.from(encoding === 'utf-8' ? text : `\uFEFF${text}`);
}

async function sentContent(path: string, form: Table['form'], encoding: 'utf-8' | 'utf-16le' | 'utf-16be') {
  const file = unwrap(await openCsv(path));
  const sent: Buffer[] = [];
  for await (const piece of directoryContent(file, encoding, { ...rules, form }))
    if ('bytes' in piece) sent.push(piece.bytes);
  await file.close();
  return Buffer.concat(sent);
}

test('200 random directories are checked as the rules say, and sent cell by cell', async () => {
  covers(
    'rule 4.2.custodian-sync-rules.1',
    'rule 4.2.custodian-sync-rules.2',
    'rule 4.2.custodian-sync-rules.3',
    'rule 4.2.custodian-sync-rules.4',
    'rule 4.2.custodian-sync-rules.5',
    'rule 4.2.custodian-sync-rules.6',
    'rule 4.2.custodian-sync-rules.8',
  );
  const path = join(folder, 'random.csv');
  await fc.assert(
    fc.asyncProperty(table, layout, async (directory, style) => {
      const { text, lines } = written(directory, style);
      writeFileSync(path, encoded(text, style.encoding));
      const { form, header, rows } = directory;
      const checked = unwrap(await checkDirectory(path, { ...rules, form }));
      const rowOf = (line: number | null) => (line === null ? '' : ` ${lines.indexOf(line)}`);
      const found = checked.findings
        .filter(({ code }) => code !== 'hr-system-id-twice')
        .map(({ code, line, column }) => `${code}${rowOf(line)}${column === null ? '' : `:${column}`}`);
      expect(found.toSorted()).toEqual(expectedFindings(directory));
      const trimmed = [header, ...rows.filter((row) => row.join('').trim() !== '')].map((row) =>
        row.map((cell) => cell.trim()),
      );
      const sent = await sentContent(
        path,
        form,
        checked.encoding === 'windows-1252' ? 'utf-8' : checked.encoding,
      );
      expect(parse(sent, { record_delimiter: '\n' })).toEqual(trimmed);
      expect(checked.content).toEqual({
        bytes: sent.byteLength,
        sha256: createHash('sha256').update(sent).digest('hex'),
      });
      expect(checked).toMatchObject({
        people: trimmed.length - 1,
        ignored: { count: countOf(found, 'person-ignored') },
      });
    }),
    { numRuns: 200 },
  );
});

const countOf = (found: readonly string[], code: string) =>
  found.filter((one) => one.startsWith(`${code} `)).length;

describe('a hostile file ends as a finding, within the memory of the thread', () => {
  const million = 1_000_000;
  test.each<[string, () => Buffer, string]>([
    [
      'a cell of 50 MB',
      () => Buffer.from(`email,notes\na@x.test,${'x'.repeat(50 * million)}`),
      'row-too-long',
    ],
    ['a quote without an end', () => Buffer.from(`email\n"${'x\n'.repeat(20 * million)}`), 'row-too-long'],
    ['five million columns', () => Buffer.from(`email${',a'.repeat(5 * million)}\na@x.test`), 'row-too-long'],
    ['400,000 columns', () => Buffer.from(`email${','.repeat(400_000)}\na@x.test`), 'too-many-columns'],
    ['400,000 cells in a row', () => Buffer.from(`email\na@x.test${',x'.repeat(400_000)}`), 'cells-extra'],
    ['NUL only', () => Buffer.alloc(30 * million), 'row-too-long'],
    ['quotes only', () => Buffer.alloc(3 * million, '"'), 'row-too-long'],
    ['line ends only', () => Buffer.alloc(300_000, '\n'), 'people-missing'],
    ['half a byte order mark', () => Buffer.from([0xff, 0xfe, 0x00]), 'text-damaged'],
  ])('%s', async (_what, content, code) => {
    const path = join(folder, 'hostile.csv');
    writeFileSync(path, content());
    const { findings, errors } = unwrap(await checkDirectoryOnThread(path, { ...rules, form: 'base' }));
    expect(findings.map((one) => one.code)).toContain(code);
    expect(errors).toBeGreaterThan(0);
  });

  test('100,000 problems are all counted, and the first are listed', async () => {
    const path = join(folder, 'problems.csv');
    const many = 100_000;
    writeFileSync(path, `email,name\n${',A\n'.repeat(many)}`);
    let seen = 0;
    const checked = unwrap(
      await checkDirectoryOnThread(
        path,
        { ...rules, form: 'base' },
        {
          onFindings: (found) => {
            seen += found.length;
          },
        },
      ),
    );
    expect([checked.errors, checked.people, seen]).toEqual([many, many, many]);
    expect(checked.findings.at(-1)).toMatchObject({ code: 'identity-missing', line: 5001 });
  });
});
