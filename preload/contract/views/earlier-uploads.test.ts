import { describe, expect, it } from 'vitest';
import { totals, upload } from '../../../test/fixtures/views.ts';
import { databaseUsedBefore, earlierUploads } from './earlier-uploads.ts';
import type { UploadView } from './views.ts';

const day = (number: number) => `2026-11-0${number}T08:00:00.000Z`;
const sent = (given: Partial<UploadView> = {}) =>
  upload({
    sources: ['/evidence/Smith'],
    startedAt: day(1),
    finishedAt: null,
    totals: totals({ accepted: { items: 3, bytes: 9 } }),
    ...given,
  });
const { serverUrl } = upload();
const earlier = (...uploads: readonly UploadView[]) =>
  earlierUploads(['/evidence/Smith/'], { serverUrl, isSandbox: false }, uploads, 'linux');

describe('where sources went before', () => {
  it('is told by dataset, the latest first, with the files of all uploads to it', () => {
    const uploads = [
      sent({ datasetId: 7, datasetName: 'Volume 1' }),
      sent({ datasetId: 8, datasetName: 'Volume 2', startedAt: day(2) }),
      sent({ datasetId: 7, datasetName: 'Volume 1', finishedAt: day(3) }),
    ];
    expect(earlier(...uploads)).toMatchObject([
      { datasetName: 'Volume 1', items: 6, at: day(3) },
      { datasetName: 'Volume 2', items: 3, at: day(2) },
    ]);
  });

  it.each<[string, Partial<UploadView>]>([
    ['an upload that the platform refused', { totals: totals() }],
    [
      'one whose files a rule kept for a person',
      { totals: totals({ held: { items: 1, bytes: 1 } }), withheld: 1 },
    ],
    ['one of another folder', { sources: ['/evidence/Smithson'] }],
    ['one of a folder whose name differs in case', { sources: ['/evidence/smith'] }],
    ['one to the sandbox', { isSandbox: true, serverUrl: 'http://127.0.0.1:4321/' }],
  ])('leaves out %s', (_, given) => {
    expect(earlier(sent(given))).toEqual([]);
  });

  it.each<[string, Partial<UploadView>]>([
    ['one to another platform', { serverUrl: 'https://other.example.com/v1' }],
    ['one to the same server, be it a sandbox', { isSandbox: true }],
    ['a folder inside', { sources: ['/evidence/Smith/mail'] }],
    ['the folder around it', { sources: ['/evidence'] }],
    ['parts of a file that is not accepted yet', { totals: totals(), acknowledgedBytes: 5 }],
    ['a file whose outcome is unknown', { totals: totals({ held: { items: 1, bytes: 1 } }) }],
  ])('counts %s', (_, given) => {
    expect(earlier(sent(given))).toHaveLength(1);
  });
});

describe('the database used before', () => {
  it.each<[string, readonly UploadView[], number | null]>([
    ['the only one', [sent({ databaseId: 41 }), sent({ databaseId: 41, datasetId: 8 })], 41],
    ['none of two', [sent({ databaseId: 41 }), sent({ databaseId: 42 })], null],
    ['none of another server', [sent({ serverUrl: 'https://other.example.com/v1' })], null],
    ['none without an upload', [], null],
    ['none of a canceled upload', [sent({ databaseId: 41, state: 'cancelled' })], null],
    [
      'the one after a canceled upload',
      [sent({ databaseId: 41, state: 'cancelled' }), sent({ databaseId: 42 })],
      42,
    ],
  ])('is %s', (_, uploads, databaseId) => {
    const target = { serverUrl, isSandbox: false };
    const used = databaseUsedBefore(['/evidence/Smith/'], target, uploads, 'linux');
    expect(used?.databaseId ?? null).toBe(databaseId);
  });
});
