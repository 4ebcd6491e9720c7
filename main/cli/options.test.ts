import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import * as options from './options.ts';
import { invalidValues } from './words/help.ts';

let dir = '';
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'lading-cli-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function settingsFile(content: string): string {
  const path = join(dir, 'settings.json');
  writeFileSync(path, content);
  return path;
}

describe('an option is refused', () => {
  test.each(['0', '-1', '1.5', 'x', '', '1e3', '99999999999999999999'])('as an id: %j', (text) => {
    expect(() => options.positiveInteger(text)).toThrow(invalidValues.wholeNumber);
  });
  test('as an ID given twice', () => {
    expect(() => options.positiveInteger('12', 11)).toThrow(invalidValues.twice);
    expect(() => options.databaseRef('12', { id: 11 })).toThrow(invalidValues.twice);
  });
  test.each(['0', '257', 'x', '1.5'])('as a number of parallel parts: %j', (text) => {
    expect(() => options.concurrency(text)).toThrow(invalidValues.concurrency(256));
  });
  test.each(['-1', '65536', 'http'])('as a port: %j', (text) => {
    expect(() => options.port(text)).toThrow(invalidValues.port);
  });
  test.each(['folder', 'folder:0', 'folder:x', 'folder:1000', 'regex:', 'regexp:a'])(
    'as a custodian rule: %j',
    (text) => {
      expect(() => options.custodianRule(text)).toThrow(invalidValues.custodianRule);
    },
  );
  test.each([' ', 'a\tb', 'a\nb', 'x'.repeat(256)])('as a custodian: %j', (text) => {
    expect(() => options.custodian(text)).toThrow(invalidValues.custodian);
    expect(() => options.collectCustodian(text, [])).toThrow(invalidValues.custodian);
  });
  test.each(['fast', '0', '50Mbit'])('as a rate: %j', (text) => {
    expect(() => options.byteRate(text)).toThrow(invalidValues.byteRate);
  });
  test.each(['', ' '])('as empty: %j', (text) => {
    expect(() => options.nonEmpty(text)).toThrow(invalidValues.empty);
  });
});

it('valid options become values', () => {
  expect(options.positiveInteger('12')).toBe(12);
  expect(options.port('0')).toBe(0);
  const byFolder = options.custodianRule('folder:2');
  expect(byFolder).toEqual([{ kind: 'folder', level: 2 }]);
  expect(options.custodianRule('regex:(?<custodian>.*)', byFolder)).toEqual([
    { kind: 'folder', level: 2 },
    { kind: 'pattern', pattern: '(?<custodian>.*)', ignoreCase: false },
  ]);
  for (const text of [' Jörg\u00a0', 'Jo\u0308rg']) expect(options.custodian(text)).toBe('Jörg');
  expect(options.collectCustodian(' Ana ', ['Bo'])).toEqual(['Bo', 'Ana']);
  expect(options.byteRate('50M')).toBe(50_000_000);
  expect(options.byteRate('off')).toBe(Number.POSITIVE_INFINITY);
  expect(options.weeklyHours('20:00-06:00')).toEqual({
    days: [1, 2, 3, 4, 5, 6, 0],
    from: '20:00',
    to: '06:00',
  });
  expect(options.weeklyHours('Fri-Mon 08:30-18:00')).toEqual({
    days: [5, 6, 0, 1],
    from: '08:30',
    to: '18:00',
  });
  expect(options.weeklyHours('sun 00:00-00:00')).toEqual({ days: [0], from: '00:00', to: '00:00' });
  expect(options.weeklyHours('off')).toBeNull();
  expect(options.transferLimits({ hours: null })).toEqual({ hours: null });
  expect(options.transferLimits({ concurrency: 4 })).toEqual({ concurrency: 4 });
  expect(options.collect('b', ['a'])).toEqual(['a', 'b']);
});

it('a malformed link is named by its position and never repeated', () => {
  const checked = options.checkLinks(['https://h/x?sig=SECRET', 'ftp://h/x?sig=SECRET']);
  expect(checked).toEqual({ ok: false, failure: { code: 'link-malformed', position: 2 } });
});

describe('processing settings', () => {
  test.each([
    ['not JSON', '{timezone}', 'settings-not-json'],
    ['given twice', '{"timezone":"UTC","timezone":"Asia/Tokyo"}', 'settings-not-json'],
    ['a list', '[]', 'settings-not-object'],
    ['null', 'null', 'settings-not-object'],
  ])('that are %s are refused', (_what, content, code) => {
    const path = settingsFile(content);
    expect(options.readProcessingSettings(path)).toMatchObject({ ok: false, failure: { code, path } });
  });

  it('are passed on unchanged', () => {
    expect(options.readProcessingSettings(settingsFile('{"deduplication":"NONE","x":[1]}'))).toEqual({
      ok: true,
      value: { deduplication: 'NONE', x: [1] },
    });
  });
});
