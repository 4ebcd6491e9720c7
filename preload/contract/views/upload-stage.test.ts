import { expect, test } from 'vitest';
import { uploadStates } from './states.ts';
import { hasReceipt, isDraft, isInterrupted, isLostWithSandbox } from './upload-stage.ts';

const startedAt = '2030-01-01T00:00:00.000Z';

test('the deletion of the sandbox ends what was started there and has not ended, scans included', () => {
  const lost = uploadStates.filter((state) => isLostWithSandbox({ isSandbox: true, startedAt, state }));
  expect(lost).toEqual(['scanning', 'ready', 'uploading', 'paused']);
  for (const state of uploadStates) {
    expect(isLostWithSandbox({ isSandbox: false, startedAt, state })).toBe(false);
    expect(isLostWithSandbox({ isSandbox: true, startedAt: null, state })).toBe(false);
  }
});

test('what nobody started is a draft until it is cancelled', () => {
  expect(uploadStates.filter((state) => isDraft({ startedAt: null, state }))).toEqual(['scanning', 'ready']);
  expect(uploadStates.filter((state) => isDraft({ startedAt, state }))).toEqual([]);
});

test('where no process works on it, what is sending or about to was interrupted; a scan continues', () => {
  const interrupted = (startedAt: string | null) =>
    uploadStates.filter((state) => isInterrupted({ startedAt, state }));
  expect(interrupted(startedAt)).toEqual(['ready', 'uploading']);
  expect(interrupted(null)).toEqual(['uploading']);
});

test('an upload has a receipt once it is past its scan and its draft', () => {
  expect(uploadStates.filter((state) => hasReceipt({ state }))).toEqual([
    'uploading',
    'paused',
    'finished',
    'cancelled',
  ]);
});
