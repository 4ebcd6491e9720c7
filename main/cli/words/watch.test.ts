import { expect, test } from 'vitest';
import { failure } from '../../../preload/contract/failures/failure.ts';
import { totals, upload } from '../../../test/fixtures/views.ts';
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

test('a status says how to end what a rule stopped for', () => {
  const check = { databaseId: 2, databaseName: 'Acme', subject: null, usedBefore: ['Doe'], typed: null };
  const { failure: stopped } = failure('database-unconfirmed', { ...check, reason: 'new-database' });
  expect(status.rule(watchedFolder({ state: 'broken', failure: stopped })).join('\n')).toContain(
    'If this is the right database, put its name into the rule as confirmDatabase.',
  );
});

test.each([
  ['none', {}, /\(\d+ B\)$/],
  ['one that needs review', { held: { items: 1, bytes: 1 } }, /1 needs review\. See which: .* status 4$/],
])('the end of an upload with %s says where to look', (_, counts, text) => {
  const { exceptions } = upload();
  const sent = totals({ accepted: { items: 1, bytes: 7 }, ...counts });
  const ended = { rule: 'Inbox', upload: 4, state: 'finished', totals: sent, exceptions, found: [] } as const;
  expect(ruleEvent({ event: 'upload-finished', ...ended })).toMatch(text);
});

test('of a single pass, the scan leaves what it did not take to the warning at the end', () => {
  const examples = { temporary: [], unreadable: [{ path: 'a.pst', errno: 'EIO' }] };
  const scan = {
    rule: 'Inbox',
    files: 2,
    temporary: 0,
    overdue: 0,
    unreadable: 1,
    durationMs: 100,
    examples,
  };
  const said =
    "2 files in the folder (scanned in 0.1 s). 1 file or folder can't be read: “a.pst” (the disk or network share failed)";
  expect(ruleEvent({ event: 'scan', ...scan })).toBe(said);
  expect(ruleEvent({ event: 'scan', ...scan }, true)).toBe('2 files in the folder (scanned in 0.1 s)');
});
