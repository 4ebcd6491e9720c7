/** Files of a watched folder that an upload could not send, with the real sandbox. */

import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { writeLedgerCsv } from '../../main/engine/rpc/export-ledger.ts';
import { createWatchQueries } from '../../main/engine/rpc/watch-queries.ts';
import { ReadError } from '../../main/engine/sources/reader-protocol.ts';
import type { UploadId } from '../../main/engine/types/ids.ts';
import type { Result } from '../../preload/contract/failures/failure.ts';
import { watchRuleId } from '../../preload/contract/views/ids.ts';
import { unwrap } from '../fixtures/result.ts';
import { shareTestEnv } from './harness.ts';
import {
  acceptedPaths,
  addFiles,
  bound,
  dropRefused,
  ledgerOf,
  sendSlowly,
  type Watching,
  watchFolder,
} from './watching.ts';

const env = await shareTestEnv();

test('a file that changed while it was sent is sent as another version, and a retry does not send that again', async () => {
  const watching = await watchFolder(env, { pack: 'never' });
  const { engine, folder } = watching;
  await env.useFaults([{ match: { operation: 'PutPart' }, fault: { kind: 'status', status: 503 } }]);
  addFiles(folder, { 'a.txt': 'first' });
  const { uploadId } = await watching.until((view) => view.uploadId !== null);
  addFiles(folder, { 'a.txt': 'first, and more' });
  await env.useFaults([]);
  await watching.untilSent(1);
  const first = unwrap(engine.upload(uploadId ?? 0));
  expect(first.totals.failed.items).toBe(1);
  expect(unwrap(await engine.requeueFailed(first.id))).toMatchObject({ requeued: 0, discovered: 0 });
  expect(await acceptedPaths(env, watching)).toEqual(['a.txt']);
  expect(ledgerOf(watching).map(({ state, version, reason }) => [state, version, reason?.code])).toEqual([
    ['gone', 1, 'not-sent'],
    ['sent', 2, undefined],
  ]);
});

test('what became of a batch is recorded while an earlier one is retried', async () => {
  const watching = await watchFolder(env, { pack: 'never' });
  const { engine } = watching;
  const earlier = await dropRefused(env, watching);
  await sendSlowly(env, watching);
  expect(unwrap(await engine.requeueFailed(earlier.id))).toMatchObject({ requeued: 1, discovered: 0 });
  await env.useFaults([{ match: { operation: 'PostDatasetFile' }, fault: { kind: 'status', status: 503 } }]);
  await watching.until(({ counts, uploadId }) => counts.sent === 1 && uploadId === earlier.id);
  await env.useFaults([]);
  await watching.untilSent(2);
});

describe('a file that can not be read when it is sent', () => {
  /** Sends a.txt, which a disk with a fault refuses. Returns how to repair it. */
  async function sendUnreadable(watching: Watching, errno = 'EACCES') {
    const { engine, folder } = watching;
    const { useFaults: setFaults } = env;
    await setFaults([
      { match: { operation: 'PostDatabaseDataset' }, fault: { kind: 'status', status: 503 } },
    ]);
    addFiles(folder, { 'a.txt': 'first' });
    const { uploadId } = await watching.until((view) => view.uploadId !== null);
    const { sources } = engine.context;
    const open = sources.open.bind(sources);
    const damaged = vi
      .spyOn(sources, 'open')
      .mockImplementation((file, signal) =>
        String(file.path).endsWith('a.txt')
          ? Promise.reject(new ReadError(errno, 'refused'))
          : open(file, signal),
      );
    onTestFinished(() => damaged.mockRestore());
    await setFaults([]);
    await watching.until(({ counts }) => counts.failed === 1);
    return { uploadId: unwrap(engine.upload(uploadId ?? 0)).id, repair: () => damaged.mockRestore() };
  }
  const itsBatch = ({ engine }: Watching, uploadId: UploadId) => {
    const batch = engine.context.repositories.watchBatches.ofUpload(uploadId);
    if (batch === null) throw new Error('no batch');
    return batch;
  };
  const entriesOf = ({ engine, ruleId }: Watching) =>
    createWatchQueries(engine.context.store.db).watchHistory({
      sort: null,
      ruleId: watchRuleId.parse(ruleId),
      states: [],
      search: '',
      offset: 0,
      limit: 10,
    }).entries;
  const makeDue = (watching: Watching, uploadId: UploadId, at = new Date(0)) => {
    const { engine, ruleId } = watching;
    const batch = itsBatch(watching, uploadId);
    engine.context.repositories.watchBatches.setRetry(batch.id, batch.retries, at.toISOString());
    return engine.watch.scanNow(ruleId);
  };

  // One that was moved away and back between two scans is missing for its upload only.
  test.each(['EACCES', 'ENOENT'])(
    'for %s is tried again without a person, by the same upload',
    async (errno) => {
      const watching = await watchFolder(env, { pack: 'never' });
      const { uploadId, repair } = await sendUnreadable(watching, errno);
      await expect.poll(() => itsBatch(watching, uploadId).retryAt, bound).not.toBeNull();
      const { retryAt, retries } = itsBatch(watching, uploadId);
      expect(retries).toBe(0);
      await watching.until((view) => view.retryAt === retryAt);
      expect(entriesOf(watching).map((entry) => entry.retryAt)).toEqual([retryAt]);
      repair();
      await makeDue(watching, uploadId);
      await watching.untilSent(1);
      expect(watching.view().counts.failed).toBe(0);
      await watching.until((view) => view.retryAt === null);
      expect(entriesOf(watching).map((entry) => entry.retryAt)).toEqual([null]);
      expect(watching.engine.uploads()).toHaveLength(1);
      expect(await acceptedPaths(env, watching)).toEqual(['a.txt']);
      await expect
        .poll(() => itsBatch(watching, uploadId), bound)
        .toMatchObject({ retries: 1, retryAt: null });
    },
  );

  test('is tried again although the clock was years ahead when it failed', async () => {
    const watching = await watchFolder(env, { pack: 'never' });
    const { uploadId, repair } = await sendUnreadable(watching);
    await expect.poll(() => itsBatch(watching, uploadId).retryAt, bound).not.toBeNull();
    repair();
    await makeDue(watching, uploadId, new Date('2199-01-01T00:00:00Z'));
    await watching.untilSent(1);
  });

  test('does not count as failed once a person deletes it, and its receipt and the ledger say the same of it', async () => {
    const watching = await watchFolder(env, { pack: 'never' });
    const { uploadId } = await sendUnreadable(watching);
    rmSync(join(watching.folder, 'a.txt'));
    await watching.until(({ counts }) => counts.failed === 0);
    expect(ledgerOf(watching)).toMatchObject([{ state: 'gone', reason: { code: 'not-sent' } }]);
    expect(await acceptedPaths(env, watching)).toEqual([]);
    const written = async (write: (file: PassThrough) => Promise<Result<unknown>>) => {
      const file = new PassThrough();
      const content = text(file);
      unwrap(await write(file));
      file.end();
      return content;
    };
    const receipt = await written((file) => watching.engine.writeReceipt(uploadId, 'csv', file));
    const query = { ruleId: watching.ruleId, states: [], search: '', sort: null };
    const ledger = await written((file) => writeLedgerCsv(watching.stateDir, query, file));
    const why = String.raw`"Can't read (this file|it) \(permission denied\)`;
    expect(receipt).toMatch(new RegExp(String.raw`a\.txt.*,failed,${why}`));
    expect(ledger).toMatch(new RegExp(String.raw`a\.txt.*,"failed, and then gone",${why}`));
    expect(unwrap(await watching.engine.requeueFailed(uploadId))).toEqual({
      requeued: 0,
      chosenAgain: 0,
      discovered: 0,
      left: 1,
      failed: 0,
    });
    expect(unwrap(watching.engine.upload(uploadId))).toMatchObject({
      state: 'finished',
      totals: { failed: { items: 0 }, skipped: { items: 1 } },
    });
    expect(ledgerOf(watching)).toMatchObject([{ state: 'gone', reason: { code: 'not-sent' } }]);
    expect(await acceptedPaths(env, watching)).toEqual([]);
  });

  test('is not sent twice if it went away, came back, and is retried', async () => {
    const watching = await watchFolder(env, { pack: 'never' });
    const { uploadId, repair } = await sendUnreadable(watching);
    renameSync(join(watching.folder, 'a.txt'), join(env.dir, 'a-moved-away.txt'));
    await expect.poll(() => ledgerOf(watching)[0]?.goneAt ?? null, bound).not.toBeNull();
    repair();
    renameSync(join(env.dir, 'a-moved-away.txt'), join(watching.folder, 'a.txt'));
    await watching.untilSent(1);
    expect(unwrap(await watching.engine.requeueFailed(uploadId))).toMatchObject({
      requeued: 0,
      discovered: 0,
    });
    await makeDue(watching, uploadId);
    await expect.poll(() => itsBatch(watching, uploadId).retries, bound).toBe(1);
    expect(await acceptedPaths(env, watching)).toEqual(['a.txt']);
    expect(watching.engine.upload(uploadId)).toMatchObject({ value: { state: 'finished' } });
  });
});
