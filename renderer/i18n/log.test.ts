import { describe, expect, it } from 'vitest';
import { eventDetails, eventDetailsText } from './log.ts';

describe('the details of a log event', () => {
  it.each([
    [
      { item: 5, path: 'Roe/a.docx', code: 'path-missing', reason: 'It no longer exists.' },
      'Roe/a.docx',
      'It no longer exists. · item 5 · code path-missing',
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
