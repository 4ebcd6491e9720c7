import { describe, expect, it } from 'vitest';
import type { CustodianTemplateFile } from '../../../../preload/contract/views/custodian-template.ts';
import { offeredTemplates, parseTemplate, portableRows } from './custodian-templates.ts';

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

  it('comes back from a file as it was', () => {
    expect(parseTemplate('t.json', JSON.stringify(template))).toEqual({ ok: true, value: template });
  });
});
