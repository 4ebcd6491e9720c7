import { expect, test } from 'vitest';
import { filesToTry } from './locked-file-text.ts';

test.each([
  ['every file is open', { opened: 3 }, false, 0],
  ['no password fits', { opened: 1, 'no-fit': 2 }, false, 0],
  ['a trial was canceled, and a file could not be read', { 'not-tried': 2, unreadable: 1 }, false, 3],
  ['a file takes too long', { 'cannot-try': 1 }, false, 0],
  ['slow files are tried, too', { 'cannot-try': 1 }, true, 1],
])('where %s, there are as many files to try: %j', (_, statuses, triesSlowFiles, files) => {
  const none = { 'not-tried': 0, opened: 0, 'no-fit': 0, 'cannot-try': 0, unreadable: 0 };
  expect(filesToTry({ byStatus: { ...none, ...statuses } }, triesSlowFiles)).toBe(files);
});
