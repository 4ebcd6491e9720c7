/** The receipt of a watched folder's upload, with the real sandbox. */
import { createWriteStream, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { unwrap } from '../fixtures/result.ts';
import { shareTestEnv } from './harness.ts';
import { addFiles, watchFolder } from './watching.ts';

const env = await shareTestEnv();

const tally = z.object({ items: z.number(), bytes: z.number() });
const totals = z.record(z.string(), tally);
const receipt = z.object({
  totals,
  items: z.array(z.object({ path: z.string(), outcome: z.string() })),
});

test('the receipt of a batch explains every file, also those that changed or vanished on their way', async () => {
  const watching = await watchFolder(env, { pack: 'never', quietSeconds: 2 });
  const { engine, folder, stateDir } = watching;
  await env.useFaults([{ match: { operation: 'PutPart' }, fault: { kind: 'status', status: 503 } }]);
  addFiles(folder, { 'stays.txt': 'one', 'changes.txt': 'two', 'vanishes.txt': 'three' });
  const { uploadId } = await watching.until((view) => view.uploadId !== null);
  writeFileSync(join(folder, 'changes.txt'), 'two, and more');
  rmSync(join(folder, 'vanishes.txt'));
  await env.useFaults([]);
  const { id } = unwrap(engine.upload(uploadId ?? 0));
  await watching.until(() => unwrap(engine.upload(id)).state === 'finished');
  const path = join(stateDir, 'receipt.json');
  unwrap(await engine.writeReceipt(id, 'json', createWriteStream(path)));
  const written = receipt.parse(JSON.parse(readFileSync(path, 'utf8')));
  expect(written.items.map((item) => [item.path, item.outcome]).toSorted()).toEqual([
    ['changes.txt', 'failed'],
    ['stays.txt', 'accepted'],
    ['vanishes.txt', 'failed'],
  ]);
  const { received, ...rest } = written.totals;
  expect(received?.items).toBe(3);
  expect(Object.values(rest).reduce((sum, { items }) => sum + items, 0)).toBe(3);
  const batch = engine.watch.batches(watching.ruleId, { offset: 0, limit: 10 }).at(-1);
  expect(batch).toMatchObject({ uploadId: id, files: received?.items, bytes: received?.bytes });
});
