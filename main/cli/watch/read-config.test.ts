import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { defaultRuleName } from '../../../preload/contract/watch/folder-name.ts';
import { watchConfigJsonSchema } from '../../../preload/contract/watch/watch-config.ts';
import { errorText } from '../words/errors.ts';
import { parseWatchConfig, readWatchConfig } from './read-config.ts';

const folder = mkdtempSync(join(tmpdir(), 'lading-watch-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const service = new URL('../../../resources/service/', import.meta.url);
const file = resolve('/etc/lading/watch.json');

const least = { path: '/evidence/inbox', database: 77, dataset: '{folder} {date}' };

function parse(value: unknown) {
  return parseWatchConfig(JSON.stringify(value, null, 2), file);
}

function refusal(text: string): string {
  const parsed = parseWatchConfig(text, 'watch.json');
  return parsed.ok ? '' : errorText(parsed.failure);
}

describe('a config', () => {
  test('names the rule of a whole disk after it', () => {
    const name = defaultRuleName(resolve('/'));
    expect(parse({ watch: [{ ...least, path: '/' }] })).toMatchObject({
      ok: true,
      value: [{ rule: { name } }],
    });
  });

  test('needs a path, a database, and a dataset; the rest has the documented defaults', () => {
    expect(parse({ watch: [least] })).toEqual({
      ok: true,
      value: [
        {
          confirmDatabase: null,
          rule: {
            ...least,
            path: resolve('/evidence/inbox'),
            name: 'inbox',
            datasetPer: 'batch',
            settleSeconds: 30,
            quietSeconds: 120,
            rescanSeconds: 60,
            custodianBy: null,
            custodian: null,
            custodianMap: null,
            csvSeparator: null,
            passwordFile: null,
            hold: [],
            settings: {},
            pack: 'auto',
            include: [],
            exclude: [],
            marker: null,
            sameContent: 'send',
            schedule: null,
            afterwards: 'leave',
            polling: 'auto',
          },
        },
      ],
    });
  });

  test('names a file of passwords beside it, and what is kept for a person', () => {
    const parsed = parse({
      watch: [{ ...least, path: '../inbox', passwordFile: 'pw.txt', hold: ['locked'] }],
    });
    expect(parsed).toMatchObject({
      value: [{ rule: { passwordFile: resolve('/etc/lading/pw.txt'), hold: ['locked'] } }],
    });
    expect(parse({ watch: [{ ...least, path: '.', passwordFile: 'pw.txt' }] })).toMatchObject({ ok: false });
  });

  test('takes a long folder name as far as a rule may have it', () => {
    const parsed = parse({ watch: [{ ...least, path: `/e/${'x'.repeat(200)}` }] });
    expect(parsed).toMatchObject({ value: [{ rule: { name: 'x'.repeat(100) } }] });
  });

  test('has its relative paths below its own folder, not below the working folder', () => {
    const parsed = parse({ watch: [{ ...least, path: '../inbox', custodianMap: 'people.csv' }] });
    expect(parsed).toMatchObject({
      ok: true,
      value: [
        {
          rule: {
            name: 'inbox',
            path: resolve('/etc/inbox'),
            custodianMap: resolve('/etc/lading/people.csv'),
          },
        },
      ],
    });
  });

  test('may name its schema and the database, which the rule itself does not keep', () => {
    const parsed = parse({ $schema: 'x.json', watch: [{ ...least, confirmDatabase: 'Smith' }] });
    expect(parsed.ok && parsed.value[0]?.confirmDatabase).toBe('Smith');
    expect(parsed.ok && Object.hasOwn(parsed.value[0]?.rule ?? {}, 'confirmDatabase')).toBe(false);
  });

  test('that ships as an example is valid', () => {
    const path = new URL('watch.example.json', service);
    expect(parseWatchConfig(readFileSync(path, 'utf8'), 'watch.example.json')).toMatchObject({ ok: true });
  });

  test('has a JSON Schema that is current (node resources/service/write-schema.ts)', () => {
    const written: unknown = JSON.parse(readFileSync(new URL('watch-config.schema.json', service), 'utf8'));
    expect(written).toEqual(watchConfigJsonSchema());
  });
});

describe('is refused with line, column, and reason:', () => {
  const rule = (fields: string) =>
    `{\n  "watch": [\n    { "path": "/e/inbox", "database": 7, "dataset": "D",\n      ${fields} }\n  ]\n}`;

  test.each([
    [
      'a misspelled field',
      rule('"settleSecond": 5'),
      'line 4, column 7: watch.0.settleSecond: unknown name (did you mean settleSeconds?)',
    ],
    ['a field of nothing', rule('"colour": "red"'), 'line 4, column 7: watch.0.colour: unknown name'],
    [
      'a misspelled field of the schedule',
      rule('"schedule": { "days": [1], "form": "20:00", "to": "06:00" }'),
      'watch.0.schedule.form: unknown name (did you mean from?)',
    ],
    [
      'a wrong hour',
      rule('"schedule": { "days": [1], "from": "8 pm", "to": "06:00" }'),
      'watch.0.schedule.from: use a time from 00:00 to 23:59, such as 20:00',
    ],
    [
      'a wrong type',
      rule('"settleSeconds": "30"'),
      'column 24: watch.0.settleSeconds: must be a number. Fix',
    ],
    [
      'a custodian rule that is none',
      rule('"custodianBy": "level 1"'),
      "line 4, column 22: watch.0.custodianBy: “level 1” isn't a custodian rule. Use folder:N ",
    ],
    ['a pattern that is broken', rule('"custodianBy": "regex:(?<custodian>["'), 'watch.0.custodianBy: '],
    ['a pattern without a custodian', rule('"custodianBy": "regex:x"'), 'names the custodian. Fix it'],
    [
      'a bad glob',
      rule('"exclude": ["*.tmp", "[a"]'),
      'line 4, column 28: watch.0.exclude.1: The pattern [a ',
    ],
    [
      'a placeholder that is none',
      rule('"datasetPer": "day"').replace('"D"', '"{matter}"'),
      "line 3, column 53: watch.0.dataset: The dataset name can't have {matter}. Use {folder}",
    ],
    [
      'a field that is given twice',
      rule('"database": 8'),
      'line 4, column 7: watch.0.database is given twice, first in line 3. Fix it',
    ],
    [
      'the list of rules, given twice',
      '{ "watch": [],\n  "watch": [ { "path": "/e", "database": 7, "dataset": "D" } ] }',
      'line 2, column 3: watch is given twice, first in line 1',
    ],
    ['a comment', rule('"pack": "never" // for now'), "line 4, column 23: JSON can't have comments"],
    ['a comma too many', rule('"pack": "never",'), 'line 4, column 24: property name expected'],
    [
      'a path that is none',
      '{ "watch": [ { "path": "", "database": 7, "dataset": "D" } ] }',
      'watch.0.path: must not be empty',
    ],
    [
      'a folder level that is none',
      rule('"custodianBy": "folder:0"'),
      "watch.0.custodianBy: “folder:0” isn't a custodian rule",
    ],
    ['a path as a marker', rule('"marker": "done/ready"'), 'watch.0.marker: use a name, not a path'],
    [
      'a folder for sent files with a line break',
      rule('"afterwards": { "moveTo": "Sent\\nto Ann" }'),
      "watch.0.afterwards: The name of the folder for sent files can't have characters that can't be seen",
    ],
    ['an empty marker', rule('"marker": ""'), 'column 17: watch.0.marker: must not be empty. Fix'],
    [
      'an empty folder to move to',
      rule('"afterwards": { "moveTo": "" }'),
      'column 33: watch.0.afterwards.moveTo: must not be empty. Fix',
    ],
    ['an empty name', rule('"name": " "'), 'column 15: watch.0.name: must not be empty. Fix'],
    ['no rules', '{ "watch": [] }', 'line 1, column 12: watch: '],
    ['a rule alone', '{ "path": "/e", "database": 7, "dataset": "D" }', 'line 1, column 1: watch is missing'],
    [
      'a missing database',
      '{ "watch": [ { "path": "/e", "dataset": "D" } ] }',
      'line 1, column 14: watch.0.database is missing',
    ],
    [
      'a Windows path with single backslashes',
      '{ "watch": [ { "path": "C:\\Evidence" } ] }',
      'line 1, column 24: invalid escape character',
    ],
    ['an empty file', '', 'line 1, column 1: '],
    ['nesting without end', `{ "watch": ${'['.repeat(100_000)}`, 'nested too deeply'],
  ])('%s', (_what, text, expected) => {
    const message = refusal(text);
    expect(message).toContain(expected);
    expect(message).toContain("Can't use the config file watch.json");
  });

  test('two rules of one name, given or taken from the folder', () => {
    const text = JSON.stringify({ watch: [least, { ...least, path: '/other/inbox' }] }, null, 1);
    expect(refusal(text)).toMatch(/line \d+, column \d+: watch\.1\.path: another rule is called “inbox” too/);
  });

  test('a file that is not UTF-8, where its first such line is', () => {
    const path = join(folder, 'latin1.json');
    writeFileSync(path, Buffer.from(rule('"custodian": "Ren\xe9"'), 'latin1'));
    expect(readWatchConfig(path)).toMatchObject({ failure: { code: 'file-not-utf8', line: 4 } });
    writeFileSync(path, Buffer.from(`\uFEFF${rule('"custodian": "René"')}`, 'utf16le'));
    expect(readWatchConfig(path)).toMatchObject({ failure: { code: 'file-not-utf8', line: 1 } });
    writeFileSync(path, `\uFEFF${rule('"custodian": "René"')}`);
    expect(readWatchConfig(path)).toMatchObject({ ok: true });
  });

  test('a file that is missing', () => {
    expect(readWatchConfig(join(folder, 'none.json'))).toMatchObject({
      failure: { code: 'file-missing', file: 'config' },
    });
  });

  test('a file that is too large to be one', () => {
    const path = join(folder, 'large.json');
    writeFileSync(path, Buffer.alloc(2_000_000, ' '));
    expect(readWatchConfig(path)).toMatchObject({ failure: { code: 'input-too-large' } });
  });
});
