/**
 * The check of the engine and the sandbox read a directory's CSV by rules that were written twice, from the specification
 * alone. Whatever the file: what the check passes, the sandbox takes, and it ignores the people that were predicted.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { openCsv } from '../../main/engine/csv/csv-file.ts';
import { checkDirectory } from '../../main/engine/directories/check-directory.ts';
import { directoryContent } from '../../main/engine/directories/directory-content.ts';
import { stageCustodians } from '../../main/sandbox/directories/sync-custodians.ts';
import fc from '../fixtures/property.ts';
import { unwrap } from '../fixtures/result.ts';

const folder = mkdtempSync(join(tmpdir(), 'lading-agreement-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const maxBytes = 190_000_000;
const path = join(folder, 'people.csv');
const stagedPath = join(folder, 'staged');

const columns = ['email', 'user principal name', 'employee start date', 'first name', 'Name', 'EMPLOYEE ID'];
const otherColumns = ['hr-system id', 'identities', 'Shoe size', 'email', ''];
const someText = fc.constantFrom(
  '',
  ' ',
  'Ann',
  'Müller, "J"',
  'two\nlines',
  'two\r\nlines',
  '\ufeff',
  'x\ty',
  '日本',
);
const pools: Readonly<Record<string, fc.Arbitrary<string>>> = {
  email: fc.constantFrom('a@x.test', 'B@X.test', ' c@x.test ', 'd@x.test', '', '\u00a0'),
  'user principal name': fc.constantFrom('ann@corp', ' eve@corp', 'bob@corp', ''),
  'employee start date': fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom('2024-02-29', '2020-12-05', ' 1999-01-31 ', '') },
    { weight: 1, arbitrary: fc.constantFrom('2023-02-29', '2024-1-5', '0000-01-01', '05.12.2020') },
  ),
};
const table = fc
  .tuple(fc.subarray(columns, { minLength: 1 }), fc.array(fc.constantFrom(...otherColumns), { maxLength: 2 }))
  .map(([often, seldom]) => [...often, ...seldom])
  .chain((names) =>
    fc
      .array(fc.tuple(...names.map((name) => pools[name] ?? someText)), { maxLength: 6 })
      .map((rows) => [names, ...rows]),
  )
  .map((rows) =>
    rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n'),
  );
/** Commas, quotes and line ends anywhere. */
const scrambled = fc
  .array(fc.constantFrom('email', 'name', 'a@x.test', ',', ',', '"', '\n', '\r', '\r\n', ';', ' ', '\0'), {
    maxLength: 30,
  })
  .map((pieces) => `email,name\n${pieces.join('')}`);

async function checkedContent(form: 'base' | 'extended') {
  const rules = { form, hrSystemIdColumn: 'hr-system id', maxBytes };
  const checked = unwrap(await checkDirectory(path, rules));
  const file = unwrap(await openCsv(path));
  const content: Buffer[] = [];
  for await (const piece of directoryContent(file, checked.encoding, rules)) {
    if ('bytes' in piece) content.push(piece.bytes);
  }
  await file.close();
  return { checked, content: Buffer.concat(content) };
}

test.each([
  ['of tables', table],
  ['of scrambled text', scrambled],
])('300 random CSVs %s: what the check passes, the sandbox takes as predicted', async (_, csvs) => {
  const outcomes = { passed: 0, stopped: 0 };
  await fc.assert(
    fc.asyncProperty(csvs, fc.constantFrom('base' as const, 'extended' as const), async (text, form) => {
      writeFileSync(path, text);
      const { checked, content } = await checkedContent(form);
      rmSync(stagedPath, { force: true });
      const staged = await stageCustodians(Readable.from([content]), stagedPath, {
        form,
        maxBytes,
      });
      if (checked.errors > 0) {
        outcomes.stopped += 1;
        return;
      }
      outcomes.passed += 1;
      expect(staged).toEqual({
        ok: true,
        ignored: checked.ignored.people.map(({ userPrincipalName }) => userPrincipalName),
      });
    }),
    { numRuns: 300 },
  );
  expect(Math.min(outcomes.passed, outcomes.stopped)).toBeGreaterThan(20);
});
