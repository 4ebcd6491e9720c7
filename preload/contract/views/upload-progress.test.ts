import { describe, expect, it } from 'vitest';
import fc from '../../../test/fixtures/property.ts';
import { totals } from '../../../test/fixtures/views.ts';
import { fileCount, skippedTally, totalToUpload, uploadProgress } from './upload-progress.ts';

const of = (items: number, bytes: number) => ({ items, bytes });
const none = of(0, 0);

describe('how far an upload is', () => {
  it.each<[string, Parameters<typeof totals>[0], number, number]>([
    ['nothing yet', { queued: of(9, 900) }, 0, 0],
    ['nothing to do', {}, 0, 0],
    ['all of it', { accepted: of(9, 900) }, 900, 1],
    ['half of one large file', { uploading: of(1, 1000) }, 500, 0.5],
    // The bytes alone would say 95 %.
    ['the large files of many', { accepted: of(60, 9500), queued: of(5940, 500) }, 9500, 0.01],
    ['the small files beside a large one', { accepted: of(99, 10), uploading: of(1, 990) }, 109, 0.109],
    ['files that are all empty', { accepted: of(3, 0), queued: of(1, 0) }, 0, 0.75],
    ['all but the completion of the last file', { uploading: of(1, 1000) }, 1000, 0.999],
    ['with failures', { accepted: of(1, 10), failed: of(3, 30) }, 10, 0.25],
    ['with a link that has no size here', { accepted: of(1, 10), queued: of(1, 0) }, 10, 0.5],
    ['links only', { handedOver: of(2, 0) }, 0, 1],
    ['skipped files apart', { accepted: of(1, 10), skipped: of(9, 90) }, 10, 1],
  ])('%s', (_, given, acknowledged, share) => {
    const upload = { totals: totals(given), cancelled: none, acknowledgedBytes: acknowledged };
    expect(uploadProgress(upload).share).toBeCloseTo(share, 3);
  });

  it.each<[Parameters<typeof totals>[0], number, string]>([
    [{ accepted: of(60, 9500), queued: of(5940, 500) }, 9500, 'files'],
    [{ accepted: of(99, 10), uploading: of(1, 990) }, 109, 'bytes'],
    [{ handedOver: of(1, 0), queued: of(1, 0) }, 0, 'files'],
  ])('is of what is behind: %j', (given, acknowledgedBytes, shareOf) => {
    expect(uploadProgress({ totals: totals(given), cancelled: none, acknowledgedBytes }).shareOf).toBe(
      shareOf,
    );
  });

  it('counts as files what is to be uploaded, without links, skipped files, and folders that are not read', () => {
    // 6,094 items: one definition gives one number.
    const given = totals({
      accepted: of(6082, 9),
      failed: of(1, 0),
      handedOver: of(1, 0),
      skipped: of(10, 5),
    });
    expect(fileCount({ totals: given, links: 1, unreadFolders: 1, cancelled: none })).toBe(6082);
    expect(fileCount({ totals: given, links: 1, unreadFolders: 0, cancelled: none })).toBe(6083);
  });

  it('counts the files that a cancellation kept from being sent, and not those that a person excluded', () => {
    const upload = {
      totals: totals({ accepted: of(2, 20), skipped: of(13, 130) }),
      links: 0,
      unreadFolders: 0,
      cancelled: of(10, 100),
    };
    expect(fileCount(upload)).toBe(12);
    expect(totalToUpload(upload)).toEqual(of(12, 120));
    expect(skippedTally(upload)).toEqual(of(3, 30));
  });

  it('of a canceled upload is what arrived of all that was to be uploaded', () => {
    const upload = {
      totals: totals({ accepted: of(300, 59_500), skipped: of(3, 2e12) }),
      cancelled: of(3, 2e12),
    };
    const { items, bytes, share } = uploadProgress({ ...upload, acknowledgedBytes: 59_500 });
    expect([items, bytes]).toEqual([
      { done: 300, total: 303 },
      { done: 59_500, total: 2e12 + 59_500 },
    ]);
    expect(share).toBeLessThan(0.001);
  });

  it('is never all before everything is, and never less after more is done', () => {
    const tally = fc.record({ items: fc.nat(1e6), bytes: fc.nat(1e12) });
    const any = fc.record({
      queued: tally,
      uploading: tally,
      accepted: tally,
      handedOver: tally,
      failed: tally,
      held: tally,
    });
    fc.assert(
      fc.property(any, tally, fc.nat(1e12), fc.nat(1e12), (given, cancelled, acknowledgedBytes, more) => {
        const upload = { totals: given, cancelled, acknowledgedBytes };
        const { share, items, bytes } = uploadProgress(upload);
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share === 1).toBe(items.total > 0 && items.done === items.total);
        expect(bytes.done).toBeLessThanOrEqual(bytes.total);
        expect(
          uploadProgress({ ...upload, acknowledgedBytes: acknowledgedBytes + more }).share,
        ).toBeGreaterThanOrEqual(share);
      }),
    );
  });
});
