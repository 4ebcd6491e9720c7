import { describe, expect, it } from 'vitest';
import type { UploadView } from '../../../preload/contract/views.ts';
import { arrival, itemTransfer, uploadAccepted, uploadTransfer } from '../../../renderer/i18n/transfer.ts';
import { item, progress, totals, upload } from '../../fixtures/views.ts';

const files = (items: number) => ({ items, bytes: items * 10 });
const active = {
  itemId: 1,
  path: 'a',
  sizeBytes: 100,
  acknowledgedBytes: 0,
  sentBytes: 0,
  partsInFlight: 8,
  parts: { done: 0, count: 10 },
} as const;

describe('the transfer of an upload', () => {
  const cases: readonly [
    Partial<UploadView>,
    Parameters<typeof progress>[0] | null,
    word: string,
    tone: string,
    why?: string,
  ][] = [
    [{ state: 'scanning' }, null, 'Scanning', 'info'],
    [{ state: 'ready' }, null, 'Draft', 'plain'],
    [{ state: 'uploading' }, null, 'Uploading', 'info'],
    [
      { state: 'uploading' },
      { waiting: { reason: 'no network', retryAtMs: 0 } },
      'Waiting',
      'warn',
      'no network',
    ],
    [
      { state: 'uploading' },
      { waiting: { reason: 'a part is sent again', retryAtMs: 0 }, bytesPerSecond: 5 },
      'Uploading',
      'info',
    ],
    [{ state: 'uploading' }, { active: [{ ...active, activity: 'hashing' }] }, 'Hashing', 'info'],
    [{ state: 'paused' }, null, 'Paused', 'plain'],
    [
      { state: 'paused', stoppedBy: { code: 'key-refused', message: 'x' } },
      null,
      'Stopped',
      'warn',
      'API key refused',
    ],
    [{ state: 'finished', totals: totals({ accepted: files(9) }) }, null, 'Verified', 'ok'],
    [{ state: 'finished', sha1: false, totals: totals({ accepted: files(9) }) }, null, 'Sent', 'ok'],
    [
      { state: 'finished', totals: totals({ accepted: files(9), failed: files(1) }) },
      null,
      'Failed: 1 file',
      'bad',
    ],
    [
      { state: 'finished', totals: totals({ accepted: files(9), held: files(2) }) },
      null,
      'To decide: 2 files',
      'warn',
    ],
    [{ state: 'finished', totals: totals({ skipped: files(2) }) }, null, 'Left out', 'plain'],
    [{ state: 'cancelled' }, null, 'Cancelled', 'plain'],
  ];
  it.each(cases)('%j with %j is “%s”', (given, moving, word, tone, why) => {
    const said = uploadTransfer(upload(given), moving === null ? null : progress(moving));
    expect(said).toMatchObject({ word, tone, why: why ?? null });
  });
});

describe('whether everything arrived', () => {
  it.each([
    [{ state: 'uploading', totals: totals({ accepted: files(9) }) }, null],
    [{ state: 'paused', totals: totals({ accepted: files(9) }) }, null],
    [
      { state: 'finished', totals: totals({ accepted: files(9) }) },
      'Everything arrived: the platform accepted all 9 files.',
    ],
    [
      { state: 'finished', totals: totals({ accepted: files(1), skipped: files(4) }) },
      'Everything arrived: the platform accepted the file.',
    ],
    [
      { state: 'finished', totals: totals({ accepted: files(33), failed: files(1) }) },
      '1 file did not arrive.',
    ],
    [
      { state: 'finished', totals: totals({ accepted: files(9), failed: files(3), held: files(2) }) },
      '3 files did not arrive, 2 files wait for your decision.',
    ],
    [
      { state: 'cancelled', totals: totals({ accepted: files(2), queued: files(7) }) },
      '7 files were not sent.',
    ],
    [
      { state: 'finished', totals: totals({ skipped: files(2) }) },
      'Nothing was sent: every file was left out.',
    ],
  ] as const)('%j says %s', (given, verdict) => {
    expect(arrival(upload(given))?.verdict ?? null).toBe(verdict);
  });

  it('counts what was to be sent, not what was left out', () => {
    const given = totals({ accepted: files(33), failed: files(1), skipped: files(5) });
    expect(arrival(upload({ state: 'finished', totals: given }))).toMatchObject({
      complete: false,
      arrived: 33,
      files: 34,
    });
  });
});

describe('what the platform has accepted', () => {
  it.each([
    [{ state: 'uploading', totals: totals({ queued: files(9) }) }, null],
    [{ state: 'uploading', totals: totals({ queued: files(1), accepted: files(1) }) }, '1 accepted'],
    [{ state: 'finished', totals: totals({ accepted: files(9_414), failed: files(3) }) }, '9,414 accepted'],
    [{ state: 'finished', totals: totals({ accepted: files(9), skipped: files(1) }) }, 'Accepted'],
  ] as const)('of %j is %s', (given, word) => {
    expect(uploadAccepted(upload(given))?.word ?? null).toBe(word);
  });
});

describe('the transfer of a file', () => {
  it.each([
    [{ state: 'queued' }, null, 'uploading', 'Queued'],
    [{ state: 'uploading' }, { ...active, activity: 'uploading' }, 'uploading', 'Uploading · 8 parts'],
    [
      { state: 'uploading' },
      { ...active, activity: 'uploading', partsInFlight: 1 },
      'uploading',
      'Uploading · 1 part',
    ],
    [{ state: 'uploading' }, { ...active, activity: 'hashing' }, 'uploading', 'Hashing'],
    [{ state: 'uploading' }, { ...active, activity: 'waiting' }, 'uploading', 'Waiting'],
    [{ state: 'uploading' }, { ...active, activity: 'completing' }, 'uploading', 'Completing'],
    [{ state: 'uploading' }, null, 'paused', 'Paused'],
    [{ state: 'accepted', sha1: 'ab' }, null, 'finished', 'Verified'],
    [{ state: 'accepted' }, null, 'finished', 'Sent'],
    [{ state: 'skipped', reason: 'a socket' }, null, 'finished', 'Left out'],
    [{ state: 'failed', reason: 'it changed' }, null, 'finished', 'Failed'],
    [{ state: 'held' }, null, 'finished', 'To decide'],
  ] as const)('%j, moving %j, of an upload that is %s: “%s…”', (given, moving, state, word) => {
    const said = itemTransfer(item(given), moving, { state });
    expect(said).toMatchObject({ word, why: 'reason' in given ? given.reason : null });
  });
});
