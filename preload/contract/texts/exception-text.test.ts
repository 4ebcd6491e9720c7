import { expect, test } from 'vitest';
import { noExceptions } from '../views/exception.ts';
import { exceptionLabel, foundFateText, rehearsalCountText } from './exception-text.ts';

test.each([
  [{}, null],
  [{ failed: 1, excluded: 4, 'not-a-file': 2 }, null],
  [{ locked: 1 }, 'Files with findings are uploaded as they are unless excluded.'],
])('of what pre-flight found, a person reads what will become of it: %j', (given, text) =>
  expect(foundFateText({ ...noExceptions, ...given })).toBe(text),
);

test.each([
  [[], 'Those that are damaged or unrecognized, locked, empty, or not checked are uploaded as they are.'],
  [
    ['damaged', 'empty'],
    'Those that are damaged or unrecognized or empty need review instead of being uploaded. Those that are locked or not checked are uploaded as they are.',
  ],
  [
    ['damaged', 'locked', 'empty', 'unchecked'],
    'Those that are damaged or unrecognized, locked, empty, or not checked need review instead of being uploaded.',
  ],
] as const)(
  'a rehearsal says what will become of files in which something is found, holding back %j',
  (hold, text) => expect(rehearsalCountText(hold)).toMatch(new RegExp(`known yet\\. ${text}$`)),
);

test('content that is not recognized is not called damaged, also where it counts as that', () => {
  expect(exceptionLabel('damaged', { code: 'unknown-content' })).toBe('Content not recognized');
  expect(exceptionLabel('damaged', { code: 'only-zeros' })).toBe('Damaged');
  expect(exceptionLabel('failed', { code: 'unknown-content' })).toBe('Failed');
});
