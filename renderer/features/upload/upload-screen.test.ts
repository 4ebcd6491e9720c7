import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type Failure, failure } from '../../../preload/contract/failures/failure.ts';
import { progress, upload } from '../../../test/fixtures/views.ts';
import { words } from '../../i18n/words.ts';
import { UploadActions } from './upload-actions.tsx';
import { StateNotices } from './upload-screen.tsx';

const answered = { operation: 'GetDatabase', status: 401 } as const;

test.each<[Failure, boolean]>([
  [failure('key-refused', answered).failure, true],
  [failure('key-missing').failure, true],
  [failure('key-malformed').failure, true],
  [failure('key-unreadable').failure, true],
  [failure('forbidden', answered).failure, false],
])('an upload that %j stopped leads to Settings: %s', (stoppedBy, expected) => {
  const shown = renderToStaticMarkup(
    createElement(StateNotices, { upload: upload({ state: 'paused', stoppedBy }) }),
  );
  expect(shown.includes(words.upload.openSettings)).toBe(expected);
});

test.each([true, false])(
  'an upload in its scan can be resumed and canceled once no process works on it: %j',
  (isAtRest) => {
    const shown = renderToStaticMarkup(
      createElement(UploadActions, {
        upload: upload({ state: 'scanning', startedAt: '2026-11-14T14:02:11.000Z' }),
        progress: isAtRest ? null : progress({ state: 'scanning' }),
        onFailure: () => undefined,
        onSuccess: () => undefined,
      }),
    );
    expect(shown.includes(words.upload.resume)).toBe(isAtRest);
    expect(shown.includes(words.upload.cancel)).toBe(isAtRest);
  },
);
