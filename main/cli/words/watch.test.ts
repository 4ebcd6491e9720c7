import { expect, test } from 'vitest';
import { watchedFolder } from '../../../test/fixtures/watched-folder.ts';
import { ruleEvent } from './watch.ts';

test.each([
  [1, '1 needs review'],
  [2, '2 need review'],
])('%i held: %s', (held, text) => {
  const { counts } = watchedFolder({ counts: { held } });
  expect(ruleEvent({ event: 'files', rule: 'Inbox', counts })).toBe(text);
});
