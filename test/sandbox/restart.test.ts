import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startSandbox, tryStartSandbox } from '../../main/sandbox/index.ts';
import { startProblems } from '../../main/sandbox/words.ts';
import { failure } from '../../preload/contract/failures/failure.ts';
import { failureText } from '../../preload/contract/failures/failure-table.ts';
import {
  type Client,
  createClient,
  pollUntil,
  putBytes,
  randomContent,
  sha1Of,
  startTestSandbox,
  temporaryFolder,
  waitUntilProcessed,
} from './sandbox-client.ts';

test('killed several times during an upload, it loses nothing that it acknowledged', async () => {
  const dataDir = temporaryFolder();
  let sandbox = await startTestSandbox({ dataDir });
  const { port } = sandbox;
  const parts = Array.from({ length: 40 }, () => randomContent(150_000));
  let client: Client = createClient(sandbox);
  const id = await client.sourceFile(await client.dataset(), { filename: 'a.bin' });
  const acknowledged = new Map<number, string>();
  let round = 0;
  while (acknowledged.size < parts.length) {
    round += 1;
    const victim = sandbox;
    const sending = parts.map(async (bytes, index) => {
      // So few that some are left for each kill, also where all are answered before it.
      if (acknowledged.has(index) || (round <= 4 && index >= round * 9)) return;
      try {
        acknowledged.set(index, await client.part(id, index + 1, bytes));
        if (round <= 4 && acknowledged.size >= round * 4) victim.kill();
      } catch {
        // Killed during the request: sent again in the next round.
      }
    });
    await Promise.all(sending);
    if (round <= 4) {
      victim.kill();
      await victim.exited;
      sandbox = await startTestSandbox({ dataDir, port });
      expect(sandbox.keys).toEqual(victim.keys);
      client = createClient(sandbox);
      const stored = new Map(
        (await sandbox.inspect('parts', { sourceFileId: id })).map((row) => [row.partNumber, row.etag]),
      );
      for (const [index, etag] of acknowledged) expect(stored.get(index + 1)).toBe(etag);
    }
  }
  expect(round).toBeGreaterThan(4);
  const etags = parts.map((_, index) => acknowledged.get(index) ?? '');
  expect((await client.complete(id, etags, sha1Of(...parts))).status).toBe(200);
  const file = await waitUntilProcessed(sandbox, id);
  expect(readFileSync(file.assembledPath ?? '').equals(Buffer.concat(parts))).toBe(true);
});

test('killed while it assembles a file, it assembles it again and reports the upload as complete', async () => {
  const dataDir = temporaryFolder();
  const first = await startTestSandbox({ dataDir });
  const parts = Array.from({ length: 4 }, () => randomContent(12_000_000));
  const client = createClient(first);
  const id = await client.sourceFile(await client.dataset(), { filename: 'a.bin' });
  const etags: string[] = [];
  for (const [index, bytes] of parts.entries()) etags.push(await client.part(id, index + 1, bytes));
  const lost = client.complete(id, etags, sha1Of(...parts)).catch(() => 'lost');
  await pollUntil(
    () => first.inspect('source-files'),
    ([row]) => row?.state !== 'UPLOADING',
  );
  first.kill();
  await lost;
  await first.exited;
  const second = await startTestSandbox({ dataDir, port: first.port });
  const file = await waitUntilProcessed(second, id);
  expect(file.sha1).toBe(sha1Of(...parts));
  expect(readFileSync(file.assembledPath ?? '').equals(Buffer.concat(parts))).toBe(true);
  expect((await createClient(second).complete(id, etags, sha1Of(...parts))).status).toBe(409);
  expect(await second.inspect('documents')).toHaveLength(1);
});

test('a part URL survives a restart on the same port', async () => {
  const dataDir = temporaryFolder();
  const first = await startTestSandbox({ dataDir });
  const client = createClient(first);
  const url = await client.partUrl(await client.sourceFile(await client.dataset(), { filename: 'a' }), 1);
  await first.stop();
  await startTestSandbox({ dataDir, port: first.port });
  expect(await putBytes(url, Buffer.from('a'))).toMatchObject({ status: 200 });
});

test('it says why it cannot start', async () => {
  const dataDir = temporaryFolder();
  const running = await startTestSandbox({ dataDir });
  const messageFor = async (options: { dataDir: string; port?: number; minPartBytes?: number }) => {
    const started = await tryStartSandbox(options);
    if (started.ok) await started.value.stop();
    return started.ok ? 'started' : failureText(started.failure);
  };
  expect(await messageFor({ dataDir })).toContain(startProblems.dataDirInUse(dataDir));
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  expect(await messageFor({ dataDir: temporaryFolder(), port: running.port })).toContain(
    startProblems.portInUse(running.port),
  );
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  const evidence = temporaryFolder();
  mkdirSync(join(evidence, 'temporary'));
  writeFileSync(join(evidence, 'temporary', 'mail.pst'), 'evidence');
  expect(await messageFor({ dataDir: evidence })).toContain(startProblems.dataDirNotSandbox(evidence));
  expect(readFileSync(join(evidence, 'temporary', 'mail.pst'), 'utf8')).toBe('evidence');
  expect(await messageFor({ dataDir: file })).toContain(startProblems.dataDirUnusable(file, ''));
  expect(await messageFor({ dataDir: temporaryFolder(), minPartBytes: 1.5 })).toContain('--min-part-bytes');
});

test('stops on SIGTERM, even with a request that hangs', async () => {
  const faultsFile = join(temporaryFolder(), 'faults.json');
  writeFileSync(faultsFile, JSON.stringify([{ fault: { kind: 'stall' } }]));
  const sandbox = await startSandbox({ dataDir: temporaryFolder(), faultsFile });
  const hanging = createClient(sandbox)
    .call('GET', '/users/me')
    .catch(() => 'cut off');
  await pollUntil(
    () => sandbox.inspect('requests'),
    (rows) => rows.length === 1,
  );
  await sandbox.stop();
  expect(await hanging).toBe('cut off');
});

test('ends with the process that started it', async () => {
  const entry = new URL('../../main/sandbox/index.ts', import.meta.url).href;
  const program = `
    const { startSandbox } = await import(${JSON.stringify(entry)});
    const sandbox = await startSandbox({ dataDir: ${JSON.stringify(temporaryFolder())} });
    console.log(sandbox.pid);`;
  const parent: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (parent.stdout === null) throw new Error('no output');
  const [line] = await once(createInterface({ input: parent.stdout }), 'line');
  const pid = Number(line);
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  await pollUntil(
    async () => isAlive(pid),
    (alive) => !alive,
  );
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('a process that prints nothing', () => {
  const start = (script: string) =>
    tryStartSandbox({
      dataDir: temporaryFolder(),
      startProcess: () => spawn(process.execPath, ['-e', script]),
    });

  afterEach(() => vi.useRealTimers());

  test('and ends is not taken for one that was too slow', async () => {
    expect(await start('')).toEqual(failure('sandbox-failed', { detail: 'it ended without a message.' }));
  });

  test('and stays is ended after 30 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const started = start('setInterval(() => {}, 1000)');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await started).toEqual(failure('sandbox-failed', { detail: "it wasn't ready after 30 seconds." }));
  });
});
