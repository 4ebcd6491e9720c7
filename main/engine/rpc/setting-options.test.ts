import { describe, expect, test } from 'vitest';
import type { DatasetSetting } from '../platform/profile.ts';
import { acceptedValues, settingOptions } from './setting-options.ts';

const server = 'https://review.example';
type Earlier = Parameters<typeof acceptedValues>[0][number];
const newDataset = { name: 'Volume 1', description: null };
const upload = (settings: Record<string, unknown>, more: Partial<Earlier> = {}): Earlier => ({
  serverUrl: server,
  datasetId: 5,
  request: { dataset: newDataset, settings },
  ...more,
});
const accepted = (...uploads: readonly Earlier[]) => acceptedValues(uploads, server, 'deduplication');

const choice: DatasetSetting = {
  field: 'deduplication',
  label: 'Deduplication',
  kind: 'choice',
  form: 'base',
  known: true,
  options: [
    { value: 'NONE', label: 'None', known: true },
    { value: 'GLOBAL', label: 'Across the database', known: false },
  ],
};

describe('the values that a platform accepted', () => {
  test('are those of datasets that it created, the latest first and each once', () => {
    const older = upload({ deduplication: 'FAMILY' });
    const newer = upload({ deduplication: 'GLOBAL', deNist: true });
    expect(accepted(older, newer, upload({ deduplication: 'FAMILY' }))).toEqual(['FAMILY', 'GLOBAL']);
  });

  test('leave out drafts, other servers, existing datasets, and values of another kind', () => {
    const uploads = [
      upload({ deduplication: 'DRAFT' }, { datasetId: null }),
      upload({ deduplication: 'ELSEWHERE' }, { serverUrl: 'https://other.example' }),
      upload(
        { deduplication: 'NOT_SENT' },
        { request: { dataset: { id: 5 }, settings: { deduplication: 'NOT_SENT' } } },
      ),
      upload({ deduplication: true }),
    ];
    expect(accepted(...uploads)).toEqual([]);
  });
});

test('a value that only the profile has is assumed, until the platform accepted it', async () => {
  const basis = async (...values: readonly string[]) =>
    (await settingOptions(choice, values)).map((option) => [option.value, option.basis]);
  expect(await basis()).toEqual([
    ['NONE', 'documented'],
    ['GLOBAL', 'assumed'],
  ]);
  expect(await basis('FAMILY', 'GLOBAL')).toEqual([
    ['NONE', 'documented'],
    ['GLOBAL', 'accepted'],
    ['FAMILY', 'accepted'],
  ]);
});

test('a language is any of ISO 639-3, with the widely used first', async () => {
  const options = await settingOptions(
    { field: 'ocr', label: 'OCR', kind: 'language', form: 'base', known: false },
    [],
  );
  expect(options.length).toBeGreaterThan(7000);
  expect(options[0]).toEqual({ value: 'abk', label: 'Abkhazian (abk)', basis: 'documented' });
  const values = options.map(({ value }) => value);
  expect(values.indexOf('zul')).toBeLessThan(values.indexOf('aaa'));
  expect(values).not.toContain('und');
});
