import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import type { OrganizationEventRecord } from '../../../preload/contract/platform/records.ts';
import { writeActivityCsv } from './export-activity.ts';

const folder = mkdtempSync(join(tmpdir(), 'lading-activity-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Page = Result<{ readonly events: readonly OrganizationEventRecord[] }>;
async function* pages(...of: readonly Page[]): AsyncGenerator<Page> {
  yield* of;
}
const nameOf = (userId: number) => (userId === 12 ? 'Dana Whitfield' : null);

it('events become rows with times in UTC, names, and data as JSON', async () => {
  const path = join(folder, 'log.csv');
  const written = await writeActivityCsv(
    pages(
      success({
        events: [
          {
            id: 2,
            timestamp: Date.UTC(2026, 10, 5, 14, 30),
            type: 'MEMBER_ADDED',
            userId: 12,
            organizationId: 7,
            description: 'Added, "Roe"',
            data: { email: 'roe@firm.example' },
          },
        ],
      }),
      // As a parent organization's key gets it, with a time that no calendar has.
      success({ events: [{ id: 1, timestamp: 9e15, type: 'X', userId: 13, description: null, data: null }] }),
    ),
    nameOf,
    createWriteStream(path),
  );
  expect(written.ok).toBe(true);
  expect(readFileSync(path, 'utf8').split('\r\n').slice(1)).toEqual([
    '2026-11-05T14:30:00.000Z,MEMBER_ADDED,Dana Whitfield,12,"Added, ""Roe""","{""email"":""roe@firm.example""}",2,7,',
    '9000000000000000,X,,13,,,1,,',
    '',
  ]);
});

it('an export that is stopped on the way fails, however many events it has', async () => {
  const stopped = failure('stopped');
  const file = createWriteStream(join(folder, 'stopped.csv'));
  expect(await writeActivityCsv(pages(success({ events: [] }), stopped), nameOf, file)).toEqual(stopped);
});
