import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { item, jsonOf, signingKey, sourceOf } from '../../../test/fixtures/receipt.ts';
import { unwrap } from '../../../test/fixtures/result.ts';
import { verifyOnThread } from './verify-on-thread.ts';

const never = new AbortController().signal;

async function receiptOf(items: number): Promise<{ readonly dir: string; readonly path: string }> {
  const dir = await mkdtemp(join(tmpdir(), 'lading-verify-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const path = join(dir, 'receipt.json');
  await writeFile(path, await jsonOf(sourceOf(Array.from({ length: items }, (_, at) => item(at + 1)))));
  return { dir, path };
}

test('a receipt is verified on a thread, with every difference', async () => {
  const { dir, path } = await receiptOf(1_500);
  const options = { key: signingKey.fingerprint, against: dir };
  const { report, differences } = unwrap(await verifyOnThread({ path, options }, () => undefined, never));
  expect(report).toMatchObject({ proof: 'signed-as-expected', items: 1_500, against: { missing: 1_500 } });
  expect(report.against?.differences).toHaveLength(1_000);
  // With the receipt itself, which it doesn't list.
  expect(differences).toHaveLength(1_501);
});

test('a verification reports its progress and can be cancelled', async () => {
  const { path } = await receiptOf(20_000);
  const cancel = new AbortController();
  const seen: number[] = [];
  const verified = await verifyOnThread(
    { path, options: {} },
    ({ itemsDone }) => {
      seen.push(itemsDone);
      cancel.abort();
    },
    cancel.signal,
  );
  expect(verified).toEqual({ ok: false, failure: { code: 'stopped' } });
  expect(seen[0]).toBeGreaterThan(0);
});
