import { describe, expect, it } from 'vitest';
import { reasonText } from '../../preload/contract/failures/failure-table.ts';
import { findingTitle } from '../../preload/contract/texts/finding-text.ts';
import { eventDetails, eventDetailsText, eventFields, eventSummary } from './log.ts';

describe('the details of a log event', () => {
  it.each([
    [
      {
        item: 5,
        path: 'Roe/a.docx',
        code: 'path-missing',
        reason: 'It no longer exists.',
        changes: [
          { items: [[5, 5]], now: { outcome: 'failed', reason: { code: 'source-missing', path: 'a' } } },
        ],
      },
      'Roe/a.docx',
      'It no longer exists. · item 5',
    ],
    [
      {
        firstItem: 1,
        changes: [
          {
            items: [
              [1, 3],
              [7, 7],
            ],
            now: { outcome: 'skipped', reason: { code: 'deselected' } },
          },
          { items: [[9, 9]], now: null, was: { outcome: 'held', reason: null } },
          { items: 'later', now: { outcome: 'else', reason: { code: 'later' } } },
        ],
      },
      '',
      `first item 1 · 4 items skipped: ${reasonText({ code: 'deselected' })} · 1 item queued · changes 3 items later · changes 3 now outcome else · changes 3 now code later`,
    ],
    [
      { files: 34, findings: { 'nested-containers': 1, 'not-a-file': 2, later: 3 } },
      '',
      `files 34 · ${findingTitle('nested-containers')} 1 · ${findingTitle('not-a-file')} 2 · findings later 3`,
    ],
    [
      {
        item: 1204881,
        path: 'Ng/b.pst',
        sourceFileId: 40012,
        sizeBytes: 20_600_000_000,
        parts: 1412,
        sha1: null,
        sha256: 'ab12',
      },
      'Ng/b.pst',
      '20.6 GB · parts 1,412 · item 1204881 · source file 40012 · SHA-256 ab12',
    ],
    [{ datasetId: 30001, name: 'Cold store' }, 'Cold store', 'dataset 30001'],
    [{ version: '0.1.0', machine: 'HP-WS-12' }, '', 'Lading 0.1.0 · on HP-WS-12'],
    [
      { databaseId: 41, databaseName: 'Doe v. Roe', sources: ['D:\\a', 'D:\\b'] },
      'Doe v. Roe',
      'from D:\\a, D:\\b · database 41',
    ],
    [{ somethingNew: { deep: { verified: true }, none: [] } }, '', 'something new deep verified true'],
    [{ isRetried: false }, '', 'is retried No'],
    [{}, '', ''],
  ])('%j start with the subject and end with IDs', (data, subject, text) => {
    const details = eventDetails(data);
    expect(details.subject).toBe(subject);
    expect(eventDetailsText(details)).toBe(text);
  });
});

it('the code of a reason is shown on hover only', () => {
  expect(eventFields({ code: 'path-missing', reason: 'It is gone.' })).toEqual([
    { name: 'reason (path-missing)', label: '', value: 'It is gone.' },
  ]);
  expect(eventFields({ code: 'path-missing' })).toMatchObject([{ name: 'code', value: 'path-missing' }]);
});

it('the summary leaves out what only a program reads', () => {
  const summary = (data: Parameters<typeof eventDetails>[0]) => eventSummary(eventDetails(data));
  expect(summary({ item: 7, path: 'a.pst', sourceFileId: 40012, sizeBytes: 20_600, sha256: 'ab12' })).toBe(
    '20.6 kB',
  );
  expect(summary({ firstItem: 1, lastItem: 9, items: 9 })).toBe('items 9');
  expect(summary({ upload: { id: '2dff', created: '2026-11-27' }, userName: 'Ng' })).toBe('by Ng');
});
