import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { EngineCallName, EngineEvent, EngineMessage } from '../../main/engine/rpc/protocol.ts';
import { startSandbox } from '../../main/sandbox/index.ts';
import type { Result } from '../../preload/contract/failures/failure.ts';
import type { UploadView } from '../../preload/contract/views/views.ts';
import { unwrap } from '../fixtures/result.ts';

const entry = fileURLToPath(new URL('../../main/engine/rpc/process.ts', import.meta.url));
/**
 * Electron's parentPort over a child process's own channel, with three bugs: a promise that nobody waits for rejects in
 * the first run that reports progress, another one rejects outside of any run, and one answer can't be sent.
 */
const faultyPort = `data:text/javascript,${encodeURIComponent(`
  let inRun = true;
  let answers = 0;
  process.parentPort = {
    on: (event, listener) => process.on('message', (data) =>
      data === 'throw' ? setImmediate(() => { throw Object.assign(new Error('thrown'), { headers: { key: ['hu', 'sh'].join('') } }); }) :
      data === 'reject' ? void Promise.reject(new Error('outside of a run')) : listener({ data })),
    postMessage: (message) => {
      if (message.result?.value?.length === 0 && answers++ === 0) throw new Error('can not be cloned');
      if (inRun && message.event === 'progress' && message.data.state === 'uploading') {
        inRun = false;
        void Promise.reject(new Error('inside of a run'));
      }
      process.send(message);
    },
  };
`)}`;

function startEngineProcess(stateDir: string) {
  const child: ChildProcess = fork(entry, ['--state', stateDir, '--version', '0'], {
    execArgv: ['--import', faultyPort],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  let log = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const uploads = new Map<number, UploadView>();
  const answers = new Map<number, (result: Result<unknown>) => void>();
  const ready = Promise.withResolvers<void>();
  child.on('message', (message: EngineMessage) => {
    if ('ready' in message) ready.resolve();
    else if ('event' in message) onEvent(message);
    else answers.get(message.id)?.(message.result);
  });
  const onEvent = ({ event, data }: EngineEvent): void => {
    if (event === 'upload.changed') uploads.set(data.id, data);
  };
  let lastId = 0;
  const call = async (name: EngineCallName, argument: unknown): Promise<Result<unknown>> => {
    await ready.promise;
    lastId += 1;
    const { promise, resolve } = Promise.withResolvers<Result<unknown>>();
    answers.set(lastId, resolve);
    child.send({ id: lastId, name, argument });
    return promise;
  };
  return { child, call, uploads, log: () => log };
}

test('a rejection that nobody waits for fails its upload, resumably, and neither the other nor the engine', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lading-rejections-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const sandbox = await startSandbox({ dataDir: join(folder, 'sandbox') });
  onTestFinished(() => sandbox.stop());
  const engine = startEngineProcess(join(folder, 'state'));
  const connection = { connectionId: 'c', serverUrl: sandbox.url, apiKey: sandbox.apiKey };
  unwrap(
    await engine.call('connections.open', { ...connection, profilePath: null, proxyUrl: null, caPem: null }),
  );
  const ids: number[] = [];
  for (const name of ['first', 'second']) {
    const source = join(folder, name);
    mkdirSync(source);
    for (let file = 0; file < 20; file += 1) writeFileSync(join(source, `${file}`), `${name} ${file}`);
    const scanned = await engine.call('drafts.scan', {
      connectionId: 'c',
      databaseId: sandbox.databaseId,
      dataset: { name, description: null },
      sources: [source],
      links: [],
      followSymlinks: false,
    });
    ids.push((unwrap(scanned) as UploadView).id);
  }
  const [first = 0, second = 0] = ids;
  const run = { links: [], held: 'ask', isStart: true };
  unwrap(await engine.call('uploads.run', { ...run, uploadId: first }));
  const stateOf = (id: number) => () => engine.uploads.get(id)?.state;
  await expect.poll(stateOf(first), { timeout: 20_000 }).toBe('paused');
  expect(engine.uploads.get(first)?.stoppedBy).toMatchObject({ code: 'bug' });
  expect(engine.log()).toContain('inside of a run');

  unwrap(await engine.call('uploads.run', { ...run, uploadId: second }));
  await expect.poll(stateOf(second), { timeout: 20_000 }).toBe('uploading');
  engine.child.send('reject');
  unwrap(await engine.call('uploads.run', { ...run, isStart: false, uploadId: first }));
  expect(await engine.call('templates.list', undefined)).toMatchObject({
    ok: false,
    failure: { code: 'bug' },
  });
  expect(await engine.call('templates.list', undefined)).toEqual({ ok: true, value: [] });
  for (const id of ids) await expect.poll(stateOf(id), { timeout: 30_000 }).toBe('finished');
  expect(ids.map((id) => engine.uploads.get(id)?.totals.accepted.items)).toEqual([20, 20]);
  expect(engine.log()).toContain('outside of a run');
  expect(engine.child.exitCode).toBeNull();
});

test('an exception that nobody catches ends the engine, and its report has no fields of the error', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lading-exceptions-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { child, call, log } = startEngineProcess(join(folder, 'state'));
  await call('uploads.snapshot', undefined);
  child.send('throw');
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(log()).toMatch(/bug in an uncaught exception: Error: thrown\n {4}at /);
  expect(log()).not.toContain('hush');
});
