import { describe, expect, it } from 'vitest';
import type { UploadView } from '../../../preload/contract/views.ts';
import { itemTransfer, uploadAccepted, uploadTransfer } from '../../../renderer/i18n/transfer.ts';
import { item, progress, totals, upload } from './examples.ts';

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
  const cases: readonly [Partial<UploadView>, Parameters<typeof progress>[0] | null, string, string][] = [
    [{ state: 'scanning' }, null, 'Scanning', 'info'],
    [{ state: 'ready' }, null, 'Draft', 'plain'],
    [{ state: 'sending' }, null, 'Uploading', 'info'],
    [
      { state: 'sending' },
      { waiting: { reason: 'no network', retryAtMs: 0 } },
      'Waiting: no network',
      'warn',
    ],
    [{ state: 'sending' }, { active: [{ ...active, activity: 'hashing' }] }, 'Hashing', 'info'],
    [{ state: 'paused' }, null, 'Paused', 'plain'],
    [
      { state: 'paused', stoppedBy: { code: 'key-refused', message: 'x' } },
      null,
      'Stopped: The platform refused the API key',
      'warn',
    ],
    [{ state: 'finished', totals: totals({ uploaded: files(9) }) }, null, 'Verified', 'ok'],
    [{ state: 'finished', sha1: false, totals: totals({ uploaded: files(9) }) }, null, 'Sent', 'ok'],
    [
      { state: 'finished', totals: totals({ uploaded: files(9), failed: files(1) }) },
      null,
      'Failed: 1 file',
      'bad',
    ],
    [
      { state: 'finished', totals: totals({ uploaded: files(9), held: files(2) }) },
      null,
      'To decide: 2 files',
      'warn',
    ],
    [{ state: 'finished', totals: totals({ 'left-out': files(2) }) }, null, 'Left out', 'plain'],
    [{ state: 'cancelled' }, null, 'Cancelled', 'plain'],
  ];
  it.each(cases)('%j with %j is “%s”', (given, moving, word, tone) => {
    const said = uploadTransfer(upload(given), moving === null ? null : progress(moving));
    expect(said).toMatchObject({ word, tone });
  });
});

describe('what the platform has accepted', () => {
  it.each([
    [{ state: 'sending', totals: totals({ queued: files(9) }) }, null],
    [{ state: 'sending', totals: totals({ queued: files(1), uploaded: files(1) }) }, '1 accepted'],
    [{ state: 'finished', totals: totals({ uploaded: files(9_414), failed: files(3) }) }, '9,414 accepted'],
    [{ state: 'finished', totals: totals({ uploaded: files(9), 'left-out': files(1) }) }, 'Accepted'],
  ] as const)('of %j is %s', (given, word) => {
    expect(uploadAccepted(upload(given))?.word ?? null).toBe(word);
  });
});

describe('the transfer of a file', () => {
  it.each([
    [{ state: 'queued' }, null, 'sending', 'Queued'],
    [{ state: 'sending' }, { ...active, activity: 'uploading' }, 'sending', 'Uploading · 8 parts'],
    [
      { state: 'sending' },
      { ...active, activity: 'uploading', partsInFlight: 1 },
      'sending',
      'Uploading · 1 part',
    ],
    [{ state: 'sending' }, { ...active, activity: 'hashing' }, 'sending', 'Hashing'],
    [{ state: 'sending' }, { ...active, activity: 'waiting' }, 'sending', 'Waiting'],
    [{ state: 'sending' }, { ...active, activity: 'completing' }, 'sending', 'Completing'],
    [{ state: 'sending' }, null, 'paused', 'Paused'],
    [{ state: 'uploaded', sha1: 'ab' }, null, 'finished', 'Verified'],
    [{ state: 'uploaded' }, null, 'finished', 'Sent'],
    [{ state: 'left-out', reason: 'a socket' }, null, 'finished', 'Left out: a socket'],
    [{ state: 'failed', reason: 'it changed' }, null, 'finished', 'Failed: it changed'],
    [{ state: 'held' }, null, 'finished', 'To decide'],
  ] as const)('%j, moving %j, of an upload that is %s: “%s…”', (given, moving, state, word) => {
    expect(itemTransfer(item(given), moving, { state }).word).toBe(word);
  });
});
