/** Files that a person hands to Lading, or that somebody edited: never a crash, a hang or a wrong success. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openJsonStore } from '../../main/app/json-store.ts';
import { defaultSettings, settingsSchema } from '../../main/app/settings.ts';
import { connectionListSchema } from '../../main/connections/connections.ts';
import { verifyReceipt } from '../../main/engine/custody/verify.ts';
import { profileSchema } from '../../main/engine/platform/profile.ts';
import { defaultProfilePath, loadProfile, parseProfile } from '../../main/engine/platform/profile-file.ts';
import { failureText } from '../../preload/contract/failures/failure-table.ts';
import { hostileRuns, hostileTimeoutMs } from '../fixtures/hostile-runs.ts';
import { damages, damageText } from '../fixtures/hostile-text.ts';
import fc from '../fixtures/property.ts';
import { item, jsonOf, sourceOf } from '../fixtures/receipt.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-hostile-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const isPolluted = (): boolean => 'polluted' in {};
/** What a person reads is one short text without control characters. */
function expectReadable(text: string): void {
  expect(text).not.toBe('');
  expect(text.length).toBeLessThan(4_000);
  expect(text).not.toMatch(/\bat \S+ \(|undefined|\[object/);
}

describe('interface profiles', () => {
  const text = readFileSync(defaultProfilePath, 'utf8');

  test(
    'a damaged profile is refused with line and reason, or is a valid profile',
    () => {
      fc.assert(
        fc.property(damages, (list) => {
          const parsed = parseProfile(damageText(text, list), 'mine.json');
          if (parsed.ok) expect(profileSchema.safeParse(parsed.value).success).toBe(true);
          else {
            expect(parsed.failure.code).toBe('profile-invalid');
            expectReadable(failureText(parsed.failure));
          }
          expect(isPolluted()).toBe(false);
        }),
        { numRuns: hostileRuns(2_000) },
      );
    },
    hostileTimeoutMs(60_000),
  );

  test.skipIf(process.platform === 'win32')(
    'a pipe, a device, a folder and a huge file are refused at once',
    async () => {
      const pipe = join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      const huge = join(folder, 'huge.json');
      writeFileSync(huge, Buffer.alloc(2_000_000, 0x20));
      const zero = join(folder, 'zero.json');
      symlinkSync('/dev/zero', zero);
      for (const [path, errno] of [
        [pipe, 'ENOTFILE'],
        [zero, 'ENOTFILE'],
        [huge, 'EFBIG'],
        [folder, 'EISDIR'],
      ] as const) {
        expect(await loadProfile(path)).toEqual({
          ok: false,
          failure: { code: 'profile-unreadable', path, errno },
        });
      }
    },
  );
});

describe('files in the state folder', () => {
  const settings = JSON.stringify({ ...defaultSettings, connections: [] }, null, 2);
  const connection = { id: 'c', name: 'Client', serverUrl: 'https://a.example', keyId: null, profile: null };

  test.each([
    ['settings', settingsSchema, settings, defaultSettings],
    [
      'connections',
      connectionListSchema,
      JSON.stringify({ connections: [{ ...connection, isSandbox: false }] }),
      { connections: [] },
    ],
  ])(
    'damaged %s are kept aside and reported, or are valid',
    async (name, schema: z.ZodType, text, fallback) => {
      let run = 0;
      await fc.assert(
        fc.asyncProperty(damages, async (list) => {
          run += 1;
          const path = join(folder, `${name}-${run}.json`);
          const damaged = damageText(text, list);
          writeFileSync(path, damaged);
          const reports: string[] = [];
          const store = await openJsonStore({
            path,
            schema,
            fallback,
            onDamaged: (message) => reports.push(message),
          });
          expect(schema.safeParse(store.value).success).toBe(true);
          if (reports.length > 0)
            expect(readFileSync(`${path}.damaged`, 'utf8')).toBe(Buffer.from(damaged).toString('utf8'));
          expect(isPolluted()).toBe(false);
        }),
        { numRuns: hostileRuns(300) },
      );
    },
  );

  test.skipIf(process.platform === 'win32')(
    'a folder, a pipe or a huge file in their place is kept aside',
    async () => {
      const open = async (path: string): Promise<string[]> => {
        const reports: string[] = [];
        await openJsonStore({
          path,
          schema: z.object({}),
          fallback: {},
          onDamaged: (report) => reports.push(report),
        });
        return reports;
      };
      const asFolder = join(folder, 'a.json');
      mkdirSync(asFolder);
      const asPipe = join(folder, 'b.json');
      execFileSync('mkfifo', [asPipe]);
      const asHuge = join(folder, 'c.json');
      writeFileSync(asHuge, Buffer.alloc(20_000_000, 0x20));
      for (const path of [asFolder, asPipe, asHuge])
        expect(await open(path)).toEqual([expect.stringContaining(path)]);
    },
  );
});

describe('receipts', () => {
  test('a damaged receipt is never intact', async () => {
    const text = await jsonOf(
      sourceOf([item(1), item(2, { custodian: null }), item(3, { outcome: 'failed', sha1: null })]),
    );
    const path = join(folder, 'receipt.json');
    await fc.assert(
      fc.asyncProperty(damages, async (list) => {
        const damaged = damageText(text, list);
        fc.pre(damaged !== text && damaged !== text.slice(0, -1));
        writeFileSync(path, damaged);
        const verified = await verifyReceipt(path);
        if (verified.ok) expect(verified.value.intact).toBe(false);
        else expectReadable(failureText(verified.failure));
        expect(isPolluted()).toBe(false);
      }),
      { numRuns: hostileRuns(2_000) },
    );
  });
});
