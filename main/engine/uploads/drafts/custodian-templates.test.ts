import { describe, expect, it } from 'vitest';
import type { CustodianTemplateFile } from '../../../../preload/contract/views/custodian-template.ts';
import { failureOf } from '../../../../test/fixtures/result.ts';
import { uploadRequest } from '../../../../test/fixtures/upload-request.ts';
import {
  offeredTemplates,
  parseTemplate,
  portableRows,
  readTemplateFile,
  withTemplate,
} from './custodian-templates.ts';

const template: CustodianTemplateFile = {
  format: 'lading-custodian-template',
  version: 1,
  name: 'Acme',
  savedFor: { serverUrl: 'https://a.test/', databaseId: 7, databaseName: 'Acme v. Roe' },
  custodian: null,
  rules: [{ kind: 'folder', level: 1 }],
  map: null,
  names: [{ from: 'jsmith', to: 'John Smith' }],
};

const sha1 = 'a'.repeat(40);
const row = (path: string, custodian: string) => ({ line: 2, path, custodian });
const withNames = (to: string) => JSON.stringify({ ...template, names: [{ from: 'A', to }] });
const withMap = (map: object | null) =>
  JSON.stringify({
    ...template,
    rules: [{ kind: 'map', name: 'people.csv', sha1, rows: 1 }],
    map: map === null ? null : { sha1, rows: [], ...map },
  });

describe('a template of custodians', () => {
  it.each([
    ['a relative path', 'Ng/mail', ['D:\\ev'], 'Ng/mail'],
    ['a path below a source', 'D:\\ev\\Ng\\mail', ['d:\\EV'], 'Ng/mail'],
    ['a path of Linux', '/mnt/ev/Ng', ['/mnt/other', '/mnt/ev'], 'Ng'],
    ['a source itself', 'D:\\ev', ['D:\\ev'], null],
    ['a path of another disk', 'E:\\ev\\Ng', ['D:\\ev'], null],
    ['a neighbor', 'D:\\evidence\\Ng', ['D:\\ev'], null],
    ['a share', '\\\\fs1\\data\\ev\\Ng', ['\\\\FS1\\data\\ev'], 'Ng'],
    ['a path that leads up', '..\\Ng', ['D:\\ev'], null],
  ])('has no path of a computer: %s', (_, path, sources, kept) => {
    expect(portableRows([{ line: 2, path, custodian: 'Ng' }], sources)).toEqual(
      kept === null ? [] : [{ line: 2, path: kept, custodian: 'Ng' }],
    );
  });

  it('names the lines that it brings by their own hash, not by that of their CSV', () => {
    const rules = [{ kind: 'map' as const, name: 'people.csv', sha1, rows: 2 }];
    const { custodianRules, custodianMap } = withTemplate(uploadRequest(), {
      ...template,
      rules,
      map: { sha1, rows: [row('Ng', 'Ana Ng')] },
    });
    expect(custodianMap?.sha1).not.toBe(sha1);
    expect(custodianRules).toEqual([{ ...rules[0], sha1: custodianMap?.sha1, rows: 1 }]);
  });

  it('is offered first to the database, then to the server that it was saved for', () => {
    const saved = (id: number, name: string, serverUrl: string, databaseId: number) => ({
      id,
      savedAt: 't',
      template: { ...template, name, savedFor: { serverUrl, databaseId, databaseName: 'd' } },
    });
    const offered = offeredTemplates(
      [
        saved(1, 'A', 'https://b.test/', 7),
        saved(2, 'C', 'https://a.test/', 8),
        saved(3, 'B', 'https://a.test/', 8),
        saved(4, 'Z', 'https://a.test/', 7),
      ],
      { serverUrl: 'https://a.test/', databaseId: 7 },
    );
    expect(offered.map(({ name, fits }) => [name, fits])).toEqual([
      ['Z', 'database'],
      ['B', 'server'],
      ['C', 'server'],
      ['A', 'other'],
    ]);
  });

  it.each([
    ['not JSON', '{', 'not JSON'],
    ['another file', '{"name":"x"}', 'format'],
    ['a later version', JSON.stringify({ ...template, version: 2 }), 'version'],
    [
      'a rule that is none',
      JSON.stringify({ ...template, rules: [{ kind: 'folder', level: 0 }] }),
      'rules.0.level',
    ],
    ['a name of control characters', withNames('\u001b[31m'), 'names.0.to'],
    ['a blank name', withNames('  '), 'names.0.to'],
    ['a CSV without its rows', withMap(null), 'map'],
    ['a CSV with the rows of another one', withMap({ sha1: 'b'.repeat(40), rows: [] }), 'map'],
    [
      'rows that contradict each other',
      withMap({ rows: [row('Doe', 'Ann'), row('Doe', 'Bob')] }),
      'map.rows.1',
    ],
    ['a row with lost characters', withMap({ rows: [row('Doe', '?????')] }), 'map.rows.0'],
  ])('from a file is refused where it is %s', (_, text, problem) => {
    expect(parseTemplate('t.json', text)).toMatchObject({
      ok: false,
      failure: { code: 'custodian-template-invalid', problem },
    });
  });

  it('from a file is refused where a pattern can’t be taken', () => {
    const text = JSON.stringify({
      ...template,
      rules: [{ kind: 'pattern', pattern: '(', ignoreCase: false }],
    });
    expect(parseTemplate('t.json', text)).toMatchObject({ failure: { code: 'custodian-pattern-invalid' } });
  });

  it.skipIf(process.platform === 'win32')('is never read from a device or a pipe', async () => {
    expect(failureOf(await readTemplateFile('/dev/zero'))).toMatchObject({
      code: 'path-unreadable',
      errno: 'ENOTFILE',
    });
  });

  it('comes back from a file as it was', () => {
    expect(parseTemplate('t.json', JSON.stringify(template))).toEqual({ ok: true, value: template });
  });
});
