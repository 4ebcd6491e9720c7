import { expect, test } from 'vitest';
import { finishedUpload } from '../../../test/fixtures/progress.ts';
import { interrupted } from '../words/uploads.ts';
import { stateText, withoutProcess } from './upload-state.ts';

const startedAt = '2026-01-01T00:00:00.000Z';

test.each([
  ['uploading', startedAt, interrupted],
  ['ready', startedAt, interrupted],
  ['scanning', startedAt, 'paused'],
  ['scanning', null, 'draft'],
  ['cancelled', startedAt, 'canceled'],
] as const)('without a process, what was %s (started: %s) is %s', (state, started, expected) => {
  expect(stateText(withoutProcess({ ...finishedUpload, state, startedAt: started }))).toBe(expected);
});
