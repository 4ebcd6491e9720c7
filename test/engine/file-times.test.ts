import { createWriteStream, existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { verifyReceipt } from '../../main/engine/index.ts';
import { createReadQueries } from '../../main/engine/rpc/read-queries.ts';
import { unwrap } from '../fixtures/result.ts';
import { never, openWithContext, requestFor, runOptions, startTestEnv } from './harness.ts';

/** tmpfs keeps every time. Ext4 keeps none before 1901 or after 2446. */
const dirThatKeepsTimes = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

const times: readonly (readonly [name: string, seconds: number, shown: string])[] = [
  ['FILETIME 0', -11_644_473_600, '1601-01-01T00:00:00.000000000Z'],
  ['before 1970', -1, '1969-12-31T23:59:59.000000000Z'],
  ['Unix time 0', 0, '1970-01-01T00:00:00.000000000Z'],
  ['year 9999', 253_402_300_799, '9999-12-31T23:59:59.000000000Z'],
  ['beyond the calendar', 9_000_000_000_000, '@9000000000000.000000000'],
];

/** Node takes a negative number for now, and no Date goes so far. */
const setTime = (path: string, seconds: number): Promise<void> => {
  const time = seconds < 0 ? new Date(seconds * 1000) : seconds;
  return utimes(path, time, time);
};

test('files of any time are sent, are retried after a change, and show their times in the receipt', async () => {
  const env = await startTestEnv();
  const folder = await mkdtemp(join(dirThatKeepsTimes, 'lading-times-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const kept: (typeof times)[number][] = [];
  for (const one of times) {
    const [name, seconds] = one;
    await writeFile(join(folder, name), name);
    await setTime(join(folder, name), seconds);
    if (statSync(join(folder, name), { bigint: true }).mtimeNs === BigInt(seconds) * 1_000_000_000n)
      kept.push(one);
  }
  expect(kept.length).toBeGreaterThan(process.platform === 'linux' ? 4 : 0);

  const engine = openWithContext(env.stateDir);
  onTestFinished(() => engine.close());
  const { url: serverUrl, apiKey } = env.sandbox;
  unwrap(await engine.connect({ serverUrl, apiKey, profilePath: env.profilePath }));
  const id = unwrap(await engine.prepare(requestFor(env, { sources: [folder] }), never));
  // A file that changes from one such time to another, and is retried.
  const later = join(folder, kept[0]?.[0] ?? '');
  const change = kept[0]?.[1] ?? 0;
  await setTime(later, change + 1);
  expect(unwrap(await engine.run(id, runOptions())).totals).toMatchObject({
    accepted: { items: times.length - 1 },
    failed: { items: 1 },
  });
  await setTime(later, change);
  expect(unwrap(await engine.requeueFailed(id)).requeued).toBe(1);
  expect(unwrap(await engine.run(id, runOptions())).totals.accepted.items).toBe(times.length);

  const { items } = createReadQueries(engine.context.store.db).items({
    uploadId: id,
    offset: 0,
    limit: 100,
    sort: null,
    states: [],
    search: '',
  });
  const shown = new Map(items.map((item) => [item.path, item.modifiedAt]));
  for (const [name, , time] of kept) expect(shown.get(name), name).toBe(time);

  await mkdir(env.dir, { recursive: true });
  const path = join(env.dir, 'receipt.json');
  unwrap(await engine.writeReceipt(id, 'json', createWriteStream(path)));
  expect(unwrap(await verifyReceipt(path, { against: folder }))).toMatchObject({
    intact: true,
    against: { same: times.length, changed: 0 },
  });
});
