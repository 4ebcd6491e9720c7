import { expect, test } from 'vitest';
import type { NamedWatchRule } from '../../../preload/contract/watch/watched-folder.ts';
import { watchedFolder } from '../../../test/fixtures/watched-folder.ts';
import { datasetText } from './dataset-text.ts';

test.each<[Partial<NamedWatchRule>, string]>([
  [{ datasetPer: 'rule', dataset: '{folder}' }, 'inbox'],
  [{ datasetPer: 'batch', dataset: '{folder} {date} {time}' }, 'inbox [date] [time]'],
  [{ datasetPer: 'folder', dataset: '{folder}' }, '[top-level folder]'],
  [{ dataset: '{custodian}', custodian: 'Roe, Sam' }, 'Roe, Sam'],
  [{ dataset: '{custodian}', custodian: 'Roe, Sam', custodianBy: 'folder:1' }, '[custodian]'],
  [{ dataset: '{custodian}', custodian: 'Roe, Sam', custodianMap: '/firm/custodians.csv' }, '[custodian]'],
  [{ dataset: '{folder} {date}', datasetPer: 'rule', path: '/' }, '/ [date]'],
  [{ dataset: '{folder}', datasetPer: 'rule', path: 'D:\\' }, 'D:'],
  [{ dataset: '{folder}', datasetPer: 'rule', path: '/ev/a\\b' }, 'a\\b'],
  [{ dataset: 'x'.repeat(300) }, 'x'.repeat(255)],
  [{ dataset: 'Volume 1' }, 'Volume 1'],
])('the datasets of %j are shown as %s', (given, text) => {
  const { rule } = watchedFolder();
  expect(datasetText({ ...rule, path: '/evidence/inbox/', ...given })).toBe(text);
});
