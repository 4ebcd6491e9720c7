import { expect, test } from 'vitest';
import { watchedFolder } from '../../../test/fixtures/watched-folder.ts';
import { check, ruleEvent } from './watch.ts';

test.each([
  [1, '1 needs review'],
  [2, '2 need review'],
])('%i held: %s', (held, text) => {
  const { counts } = watchedFolder({ counts: { held } });
  expect(ruleEvent({ event: 'files', rule: 'Inbox', counts })).toBe(text);
});

test.each([
  [1, "1 that isn't a file"],
  [2, "2 that aren't files"],
])('%i skipped: %s', (files, text) => expect(check.skipped['not-a-file'](files)).toBe(text));
