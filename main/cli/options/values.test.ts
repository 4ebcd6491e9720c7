import { resolve } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it, test } from 'vitest';
import { preferences } from '../../../preload/contract/views/views.ts';
import { databaseRef } from '../commands/upload.ts';
import { collectCustodian, custodian, custodianRuleOption, invalidCustodians } from './custodians.ts';
import {
  byteRate,
  concurrency,
  invalidLimits,
  limitOptions,
  sendingHours,
  transferLimits,
} from './limits.ts';
import { addOptions } from './option-rows.ts';
import { profileOption } from './server.ts';
import { collect, invalidValues, nonEmpty, port, positiveInteger } from './values.ts';

describe('an option is refused', () => {
  test.each(['0', '-1', '1.5', 'x', '', '1e3', '99999999999999999999'])('as an id: %j', (text) => {
    expect(() => positiveInteger(text)).toThrow(invalidValues.wholeNumber);
  });
  test('as an ID given twice', () => {
    expect(() => positiveInteger('12', 11)).toThrow(invalidValues.twice);
    expect(() => databaseRef('12', { id: 11 })).toThrow(invalidValues.twice);
  });
  test.each([1, 256])('but %d parallel parts can be set on the command line and in the window', (parts) => {
    expect(concurrency(String(parts))).toBe(parts);
    expect(preferences.shape.concurrency.safeParse(parts).success).toBe(true);
  });
  test.each([0, 257])('as %d parallel parts in the window', (parts) => {
    expect(preferences.shape.concurrency.safeParse(parts).success).toBe(false);
  });
  test.each(['0', '257', 'x', '1.5'])('as a number of parallel parts: %j', (text) => {
    expect(() => concurrency(text)).toThrow(invalidLimits.concurrency);
  });
  test.each(['-1', '65536', 'http'])('as a port: %j', (text) => {
    expect(() => port(text)).toThrow(invalidValues.port);
  });
  test.each(['folder', 'folder:0', 'folder:x', 'folder:1000', 'regex:', 'regexp:a'])(
    'as a custodian rule: %j',
    (text) => {
      expect(() => custodianRuleOption(text)).toThrow(invalidCustodians.rule);
    },
  );
  test.each([' ', 'a\tb', 'a\nb', 'x'.repeat(256)])('as a custodian: %j', (text) => {
    expect(() => custodian(text)).toThrow(invalidCustodians.name);
    expect(() => collectCustodian(text, [])).toThrow(invalidCustodians.name);
  });
  test.each(['fast', '0', '50', '50Mbits', '.Mbit'])('as a rate: %j', (text) => {
    expect(() => byteRate(text)).toThrow(invalidLimits.byteRate);
  });
  test.each(['', ' '])('as empty: %j', (text) => {
    expect(() => nonEmpty(text)).toThrow(invalidValues.empty);
  });
});

it('valid options become values', () => {
  expect(positiveInteger('12')).toBe(12);
  expect(port('0')).toBe(0);
  const byFolder = custodianRuleOption('folder:2');
  expect(byFolder).toEqual([{ kind: 'folder', level: 2 }]);
  expect(custodianRuleOption('regex:(?<custodian>.*)', byFolder)).toEqual([
    { kind: 'folder', level: 2 },
    { kind: 'pattern', pattern: '(?<custodian>.*)', ignoreCase: false },
  ]);
  for (const text of [' Jörg\u00a0', 'Jo\u0308rg']) expect(custodian(text)).toBe('Jörg');
  expect(collectCustodian(' Ana ', ['Bo'])).toEqual(['Bo', 'Ana']);
  expect(byteRate('50M')).toBe(50_000_000);
  expect(byteRate('50 MB/s')).toBe(50_000_000);
  expect(byteRate('1T')).toBe(1e12);
  expect(() => byteRate('50M/s')).toThrow();
  expect(byteRate('400Mbit')).toBe(50_000_000);
  expect(byteRate('1.5 gbit/s')).toBe(187_500_000);
  expect(byteRate('1k')).toBe(1000);
  expect(byteRate('off')).toBe(Number.POSITIVE_INFINITY);
  expect(sendingHours('20:00-06:00')).toEqual({
    days: [1, 2, 3, 4, 5, 6, 0],
    from: '20:00',
    to: '06:00',
  });
  expect(sendingHours('Fri-Mon 08:30-18:00')).toEqual({
    days: [5, 6, 0, 1],
    from: '08:30',
    to: '18:00',
  });
  expect(sendingHours('sun 00:00-00:00')).toEqual({ days: [0], from: '00:00', to: '00:00' });
  // Weekday nights and whole weekends.
  expect(sendingHours('Except mon-fri 06:00-20:00')).toEqual({
    days: [1, 2, 3, 4, 5],
    from: '06:00',
    to: '20:00',
    sends: 'nothing',
  });
  const limits = (...args: readonly string[]) =>
    transferLimits(addOptions(new Command(), limitOptions).parse(args, { from: 'user' }).opts());
  expect(limits()).toEqual({});
  expect(limits('--hours', 'off', '--limit-rate', 'off')).toEqual({
    hours: null,
    bytesPerSecond: Number.POSITIVE_INFINITY,
  });
  expect(transferLimits({ concurrency: 4 })).toEqual({ concurrency: 4 });
  expect(collect('b', ['a'])).toEqual(['a', 'b']);
});

test('a profile is kept by its full path: its upload may be resumed from another folder', () => {
  const parsed = addOptions(new Command(), profileOption).parse(['--profile', 'mine.json'], { from: 'user' });
  expect(parsed.opts()).toEqual({ profile: resolve('mine.json') });
});
