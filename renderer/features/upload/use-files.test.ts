import { expect, it } from 'vitest';
import { isOutdated } from './use-files.ts';

it('no file of a complete upload is shown as open', () => {
  for (const state of ['queued', 'uploading'] as const) {
    expect(isOutdated({ state }, 'finished')).toBe(true);
    expect(isOutdated({ state }, 'uploading')).toBe(false);
    // Parts of it may be sent.
    expect(isOutdated({ state }, 'paused')).toBe(false);
  }
  expect(isOutdated({ state: 'accepted' }, 'finished')).toBe(false);
});
