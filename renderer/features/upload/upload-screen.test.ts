import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type Failure, failure } from '../../../preload/contract/failures/failure.ts';
import { upload } from '../../../test/fixtures/views.ts';
import { words } from '../../i18n/words.ts';
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
