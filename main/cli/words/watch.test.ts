import { expect, test } from 'vitest';
import { watchedFolder } from '../../../test/fixtures/watched-folder.ts';
import { check, ruleEvent, status } from './watch.ts';

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

test('a status says why the file that has waited longest was not taken yet', () => {
  const reason = { code: 'marker-missing', marker: 'DONE' } as const;
  const oldestUnsettled = { path: 'Roe/a.pst', since: '2026-11-22T08:00:00.000Z', reason };
  expect(status.rule(watchedFolder({ oldestUnsettled }))).toContain(
    '  Waiting longest: Roe/a.pst (no DONE in its folder yet)',
  );
  const fresh = { ...oldestUnsettled, reason: null };
  expect(status.rule(watchedFolder({ oldestUnsettled: fresh }))).toHaveLength(1);
});
