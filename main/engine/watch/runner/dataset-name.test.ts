import { describe, expect, it } from 'vitest';
import type { DatasetScope } from '../../../../preload/contract/watch/watched-folder.ts';
import { checkTemplate, type DatasetFacts, datasetKey, datasetName } from './dataset-name.ts';

const facts: DatasetFacts = {
  watchedFolder: 'inbox',
  topFolder: null,
  at: new Date(2026, 10, 22, 9, 5, 7),
  custodian: 'Smith, Jane',
};

describe('the name of a dataset', () => {
  it.each<[string, Partial<DatasetFacts>, string]>([
    ['Volume 1', {}, 'Volume 1'],
    ['{folder} {date}', {}, 'inbox 2026-11-22'],
    ['{folder} {date} {time}', {}, 'inbox 2026-11-22 09:05:07'],
    ['{date} {time}', { at: new Date(2026, 0, 2, 23, 59) }, '2026-01-02 23:59:00'],
    ['{folder}', { topFolder: 'EV-0412' }, 'EV-0412'],
    ['{folder}', { topFolder: '' }, 'inbox'],
    ['{custodian}/{folder}', { topFolder: 'a' }, 'Smith, Jane/a'],
    ['{custodian}', { custodian: null }, 'No custodian'],
    ['{folder}', { topFolder: '{date}' }, '{date}'],
    ['{folder}', { topFolder: 'x'.repeat(300) }, 'x'.repeat(255)],
    ['{folder}', { topFolder: `${'x'.repeat(254)}😀` }, 'x'.repeat(254)],
  ])('%s with %j is %s', (template, given, name) => {
    expect(datasetName(template, { ...facts, ...given })).toBe(name);
  });

  it.each([
    ['{folder} {date} {time} {custodian}', null],
    ['plain', null],
    ['{matter}', { problem: 'unknown-placeholder', value: '{matter}' }],
    ['{Folder}', { problem: 'unknown-placeholder', value: '{Folder}' }],
    ['{}', { problem: 'unknown-placeholder', value: '{}' }],
    ['{folder', { problem: 'brace-not-closed', value: '{folder' }],
    ['folder}', { problem: 'brace-not-closed', value: 'folder}' }],
  ])('the template %s is checked', (template, problem) => {
    const checked = checkTemplate(template);
    if (problem === null) expect(checked.ok).toBe(true);
    else expect(checked).toMatchObject({ ok: false, failure: { code: 'watch-rule-invalid', ...problem } });
  });
});

describe('batches share a dataset', () => {
  const key = (datasetPer: DatasetScope, given: Partial<DatasetFacts>, dataset = 'x') =>
    datasetKey({ datasetPer, dataset }, { ...facts, ...given });

  it.each<[DatasetScope, Partial<DatasetFacts>, boolean]>([
    ['rule', { at: new Date(2026, 10, 23) }, true],
    ['day', {}, true],
    ['day', { at: new Date(2026, 10, 23) }, false],
    ['folder', { topFolder: 'a', at: new Date(2026, 10, 23) }, false],
    ['folder', { at: new Date(2026, 10, 23) }, true],
  ])('per %s, with %j: %s', (scope, given, isShared) => {
    expect(key(scope, given) === key(scope, {})).toBe(isShared);
  });

  it('never where each batch has its own', () => {
    expect(key('batch', {})).toBeNull();
  });

  it('of one custodian only, if the name has the custodian', () => {
    expect(key('rule', { custodian: 'a' }, '{custodian}')).not.toBe(
      key('rule', { custodian: 'b' }, '{custodian}'),
    );
    expect(key('rule', { custodian: 'a' })).toBe(key('rule', { custodian: 'b' }));
  });
});
