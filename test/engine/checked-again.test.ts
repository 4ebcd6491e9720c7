/** What pre-flight found of a failed file is found again when it is retried: the receipt speaks of what was sent. */
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { verifyReceipt } from '../../main/engine/index.ts';
import type { UploadId } from '../../main/engine/types/ids.ts';
import { unwrap } from '../fixtures/result.ts';
import {
  never,
  type OpenedEngine,
  openWithContext,
  requestFor,
  runOptions,
  startTestEnv,
} from './harness.ts';

const text = 'hello evidence text. '.repeat(500);

/** Files of which two hold something else by the time they are sent. */
async function changedOnTheWay() {
  const env = await startTestEnv();
  const at = (name: string) => join(env.evidence, name);
  await mkdir(env.evidence, { recursive: true });
  await writeFile(at('keep.txt'), text);
  await writeFile(at('was-text.txt'), text);
  await writeFile(at('was-zeros.bin'), Buffer.alloc(30_000));
  const open = async (): Promise<OpenedEngine> => {
    const engine = openWithContext(env.stateDir);
    onTestFinished(() => engine.close());
    const { url: serverUrl, apiKey } = env.sandbox;
    unwrap(await engine.connect({ serverUrl, apiKey, profilePath: env.profilePath }));
    return engine;
  };
  const engine = await open();
  const id = unwrap(await engine.prepare(requestFor(env), never));
  await writeFile(at('was-text.txt'), Buffer.alloc(20_000));
  await writeFile(at('was-zeros.bin'), text);
  expect(unwrap(await engine.run(id, runOptions())).totals.failed.items).toBe(2);
  /** What a receipt says of each file, of which everything is proved. */
  const found = async (from: OpenedEngine) => {
    const path = join(env.dir, 'receipt.json');
    unwrap(await from.writeReceipt(id, 'json', createWriteStream(path)));
    const verified = unwrap(await verifyReceipt(path, { against: env.evidence }));
    expect(verified).toMatchObject({ intact: true, problems: [], against: { differences: [] } });
    const receipt: { items: { path: string; findings?: { code: string; details: object }[] }[] } = JSON.parse(
      await readFile(path, 'utf8'),
    );
    return Object.fromEntries(
      receipt.items.map((item) => [
        item.path,
        (item.findings ?? []).map(({ code, details }) => [code, details]),
      ]),
    );
  };
  return { env, engine, id, open, found };
}

const nowFound = {
  'keep.txt': [],
  'was-text.txt': [['only-zeros', { readBytes: 20_000, sizeBytes: 20_000 }]],
  'was-zeros.bin': [],
};

test('a retried file that changed has the findings of what is sent, and no other', async () => {
  const { engine, id, found } = await changedOnTheWay();
  unwrap(await engine.requeueFailed(id));
  unwrap(await engine.run(id, runOptions()));
  const { 'was-zeros.bin': wasZeros, ...others } = await found(engine);
  // Plain text isn't what a .bin holds, or it is: only that it isn't zeros any longer counts.
  expect(wasZeros?.map(([code]) => code)).not.toContain('only-zeros');
  expect({ ...others, 'was-zeros.bin': [] }).toEqual(nowFound);
});

test('an engine that ends after the files were queued records what was found with the next run', async () => {
  const { engine, id, open, found } = await changedOnTheWay();
  const { events } = engine.context.repositories;
  const append = events.append.bind(events);
  vi.spyOn(events, 'append').mockImplementation((uploadId: UploadId, at, type, data) => {
    if (type === 'findings-recorded') throw new Error('killed');
    return append(uploadId, at, type, data);
  });
  await expect(engine.requeueFailed(id)).rejects.toThrow('killed');
  await engine.close();
  const restarted = await open();
  unwrap(await restarted.run(id, runOptions()));
  expect((await found(restarted))['was-text.txt']).toEqual(nowFound['was-text.txt']);
});

test('passwords that opened a file that changed are not said to open what is there now', async () => {
  const { engine, id } = await changedOnTheWay();
  const { repositories, store } = engine.context;
  for (const { id: itemId } of repositories.items.problemItems(id))
    store.writes.transaction(() => repositories.lockedFiles.record(itemId, 'opened', null));
  const trials = store.db.prepare<[], number>('SELECT count(*) FROM password_trials').pluck();
  expect(trials.get()).toBe(2);
  unwrap(await engine.requeueFailed(id));
  expect(trials.get()).toBe(0);
});
