import { describe, expect, it } from 'vitest';
import type { UploadView } from '../../../preload/contract/views/views.ts';
import { totals, upload } from '../../../test/fixtures/views.ts';
import { unsentUploads } from './unsent-uploads.ts';

const tally = (items: number, bytes: number) => ({ items, bytes });
const to41 = { serverUrl: upload().serverUrl, databaseId: 41 };
const queuedUpload = (given: Partial<UploadView>) =>
  upload({ totals: totals({ queued: tally(10, 1_000) }), ...given });

describe('what unfinished uploads will add to a database', () => {
  it.each([
    { name: 'a draft', state: 'ready', counts: true },
    { name: 'an upload that is paused', state: 'paused', counts: true },
    { name: 'an upload that runs', state: 'uploading', counts: true },
    { name: 'an upload that has finished', state: 'finished', counts: false },
    { name: 'an upload that was canceled', state: 'cancelled', counts: false },
  ] as const)('$name counts: $counts', ({ state, counts }) => {
    expect(unsentUploads([queuedUpload({ state })], to41)).toEqual(
      counts
        ? { uploads: 1, files: 10, bytes: 1_000, links: 0 }
        : { uploads: 0, files: 0, bytes: 0, links: 0 },
    );
  });

  it('leaves out other databases and servers', () => {
    const uploads = [
      queuedUpload({ databaseId: 42 }),
      queuedUpload({ serverUrl: 'https://other.example/v1' }),
      queuedUpload({}),
    ];
    expect(unsentUploads(uploads, to41).uploads).toBe(1);
    expect(unsentUploads(uploads, { ...to41, databaseId: null }).uploads).toBe(2);
  });

  it('leaves out what was accepted, skipped, or failed', () => {
    const mixed = totals({
      queued: tally(2, 200),
      uploading: tally(1, 50),
      accepted: tally(7, 9_000),
      skipped: tally(4, 100),
      failed: tally(1, 300),
    });
    expect(unsentUploads([upload({ totals: mixed })], to41)).toEqual({
      uploads: 1,
      files: 3,
      bytes: 250,
      links: 0,
    });
    expect(unsentUploads([upload({ totals: totals({ failed: tally(1, 300) }) })], to41).uploads).toBe(0);
  });

  it('counts links apart, because their sizes are unknown', () => {
    const withLinks = totals({ queued: tally(5, 400), handedOver: tally(1, 0) });
    expect(unsentUploads([upload({ totals: withLinks, links: 3 })], to41)).toEqual({
      uploads: 1,
      files: 3,
      bytes: 400,
      links: 2,
    });
  });
});
