import { expect, it } from 'vitest';
import { progress, upload } from '../../test/fixtures/views.ts';
import { words } from '../i18n/words.ts';
import { shortRetryText, uploadStatus, waitText } from './upload-status.ts';

const waiting = {
  reason: { kind: 'network', fault: 'unknown-host', code: 'ENOTFOUND' },
  path: null,
  retryAtMs: 0,
} as const;

it('an upload without a dataset that waits for its hours says that the platform was not asked yet', () => {
  const hours = progress({ waiting: { ...waiting, reason: { kind: 'hours' } } });
  const reason = (datasetId: number | null) =>
    uploadStatus(upload({ state: 'uploading', datasetId }), hours).reason;
  expect(reason(7)).toBe('Nothing is sent at this hour');
  expect(reason(null)).toBe(`Nothing is sent at this hour. ${words.upload.acceptedOnceSending}`);
});

it('an upload that waits for its hours says when it continues and when it ends', () => {
  const retryAtMs = Date.now() + 3_600_000;
  const left = { low: 7200, likely: 8000, high: 9000, bound: { kind: 'hours' } } as const;
  const wait = { reason: { kind: 'hours' }, path: null, retryAtMs } as const;
  expect(waitText(wait, left, Date.now())).toMatch(/^Continues at .+ · 2 h to 2 h 30 min left, until about /);
  expect(waitText(wait, null, Date.now())).not.toContain(' left');
  // "Continues at 20:00 UTC" fits into a list; with a date it is cut.
  expect(shortRetryText(wait, Date.now())).toMatch(/^Continues at \d\d:\d\d \S+$/);
  expect(shortRetryText(wait, retryAtMs - 90_000_000)).toMatch(/^Continues on \w{3} \d{1,2}$/);
  // An outage may end at any time.
  expect(waitText({ ...waiting, retryAtMs }, left, Date.now())).not.toContain(' left');
});
