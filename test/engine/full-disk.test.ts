import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { callHandler, createHandlers } from '../../main/engine/rpc/create-handlers.ts';
import type { EngineArgument, EngineCallName } from '../../main/engine/rpc/protocol.ts';
import { QueryThread } from '../../main/engine/rpc/query-thread.ts';
import { openContext } from '../../main/engine/uploads/engine-context.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { failureOf, unwrap } from '../fixtures/result.ts';
import {
  expectAccepted,
  never,
  requestFor,
  requestLog,
  runOptions,
  startTestEnv,
  withEngine,
} from './harness.ts';
import { acknowledgedParts } from './killed-store.ts';

const partBytes = 64 * 1024;
const tree = { 'disk.img': 60 * partBytes + 5, 'note.txt': 10 };

/** A file system of a megabyte or so; false where this user may not make one. */
function mountSmall(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1536k', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return false;
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]));
  return true;
}

test('a disk that fills up during an upload stops it with that reason; acknowledged parts are not sent again', async ({
  skip,
}) => {
  const env = await startTestEnv();
  await mkdir(env.stateDir);
  skip(!mountSmall(env.stateDir), 'only root on Linux can make a small disk');
  await makeEvidence(env.evidence, tree);
  const filler = join(env.stateDir, 'filler');
  await withEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env), never));
    let filled: Promise<unknown> | null = null;
    engine.onProgress(({ active }) => {
      if (active.some((item) => item.parts.done >= 10)) filled ??= fill(filler);
    });
    const slow = { bytesPerSecond: 40 * partBytes, concurrency: 2 };
    const failure = failureOf(await engine.run(id, runOptions({ limits: slow })));
    await filled;
    expect(failure).toMatchObject({ code: 'disk-full', path: expect.stringContaining(env.stateDir) });
  });
  const known = acknowledgedParts(env);
  expect(known.size).toBeGreaterThanOrEqual(10);
  expect(known.size).toBeLessThan(61);
  const after = (await requestLog(env)).at(-1)?.id ?? 0;
  await rm(filler);
  await withEngine(env, async (engine) => {
    const { id, state } = unwrap(engine.upload(1));
    expect(state).toBe('paused');
    expect(unwrap(await engine.run(id, runOptions())).state).toBe('finished');
  });
  await expectAccepted(env, Object.keys(tree));
  const puts = (await requestLog(env)).filter((row) => row.isPut === 1 && row.id > after);
  expect(puts.filter((row) => known.has(`${row.sourceFileId}/${row.partNumber}`))).toEqual([]);
});

test('a call that writes fails on a full disk; the engine keeps running, and the call works once there is room', async ({
  skip,
}) => {
  const env = await startTestEnv();
  await mkdir(env.stateDir);
  skip(!mountSmall(env.stateDir), 'only root on Linux can make a small disk');
  const context = unwrap(openContext({ stateDir: env.stateDir, command: 'test', version: '0' }));
  const bug = (_where: string, error: unknown): never => {
    throw error;
  };
  const handlers = createHandlers(context, new QueryThread(env.stateDir), () => {}, bug);
  const call = <Name extends EngineCallName>(name: Name, argument: EngineArgument<Name>) =>
    callHandler(handlers, name, argument, bug);
  const filler = join(env.stateDir, 'filler');
  await fill(filler);
  // The log of the store may have room for some.
  const settings = { note: 'x'.repeat(200_000) };
  const saved = await call('templates.save', { name: 'All of it', settings });
  expect(failureOf(saved)).toMatchObject({ code: 'disk-full' });
  await rm(filler);
  expect(unwrap(await call('templates.list', undefined))).toEqual([]);
  expect(unwrap(await call('templates.save', { name: 'All of it', settings })).name).toBe('All of it');
  unwrap(await call('engine.drain', undefined));
});

async function fill(path: string): Promise<void> {
  for (let sizeBytes = 1024 * 1024; sizeBytes >= 1024; sizeBytes /= 2)
    for (;;) {
      try {
        await writeFile(path, Buffer.alloc(sizeBytes), { flag: 'a' });
      } catch {
        break;
      }
    }
}
