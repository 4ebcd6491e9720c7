/** Runs an upload with the built programs in plain Node, which must find their workers, profile and sandbox. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { EngineAnswer, EngineArgument, EngineCallName, EngineMessage } from '../../main/engine/index.ts';
import { calls } from '../../preload/contract/index.ts';

const parentPort = fileURLToPath(new URL('../../build/stand-in/parent-port.ts', import.meta.url));

export interface UploadOutcome {
  readonly items: number;
  readonly uploaded: number;
  readonly sha1: boolean;
  readonly custodian: string | null;
  readonly receiptRows: number;
}

export async function uploadWithBuild(programs: string, folder: string): Promise<UploadOutcome> {
  const evidence = join(folder, 'evidence');
  mkdirSync(join(evidence, 'Ng, Ana', 'mail'), { recursive: true });
  for (const name of ['a.txt', 'b.txt', 'mail/c.eml']) {
    writeFileSync(join(evidence, 'Ng, Ana', name), `${name}\n`.repeat(1000));
  }
  const sandbox = spawn(
    process.execPath,
    [join(programs, 'main/sandbox/process.js'), '--data', join(folder, 'sandbox'), '--with-parent'],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const engine = spawn(
    process.execPath,
    [
      '--import',
      parentPort,
      join(programs, 'main/engine/rpc/process.js'),
      '--state',
      join(folder, 'state'),
      '--version',
      '0',
    ],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], serialization: 'advanced' },
  );
  try {
    const [line] = await once(createInterface({ input: sandbox.stdout }), 'line');
    const ready = JSON.parse(String(line));
    return await upload(engine, ready, evidence, join(folder, 'receipt.csv'));
  } finally {
    sandbox.kill('SIGKILL');
    engine.kill('SIGKILL');
  }
}

async function upload(
  engine: ChildProcess,
  sandbox: { readonly url: string; readonly databaseId: number; readonly keys: { readonly admin: string } },
  evidence: string,
  receipt: string,
): Promise<UploadOutcome> {
  const waiting = new Map<number, (result: unknown) => void>();
  const ended = Promise.withResolvers<void>();
  let last = 0;
  engine.on('message', (message: EngineMessage) => {
    if ('event' in message) {
      if (message.event === 'upload.ended') ended.resolve();
    } else if ('id' in message) waiting.get(message.id)?.(message.result);
    else if (!message.ready.ok) ended.reject(new Error(message.ready.failure.code));
  });
  engine.once('exit', (code) => ended.reject(new Error(`The engine ended with ${code}.`)));

  async function ask<Name extends EngineCallName>(
    name: Name,
    argument: EngineArgument<Name>,
  ): Promise<EngineAnswer<Name>> {
    last += 1;
    const id = last;
    const result = await new Promise<unknown>((resolve) => {
      waiting.set(id, resolve);
      engine.send({ id, name, argument });
    });
    // The engine types its answers by the same protocol.
    const answer = result as { ok: boolean; value: EngineAnswer<Name>; failure?: { code: string } };
    if (!answer.ok) throw new Error(`${name}: ${answer.failure?.code}`);
    return answer.value;
  }

  const connectionId = 'sandbox';
  await ask('connections.open', {
    connectionId,
    serverUrl: sandbox.url,
    apiKey: sandbox.keys.admin,
    profilePath: null,
    proxyUrl: null,
    caPem: null,
  });
  const draft = await ask('drafts.scan', {
    connectionId,
    databaseId: sandbox.databaseId,
    dataset: { name: 'Packed', description: null },
    sources: [evidence],
    links: [],
    followSymlinks: false,
  });
  const uploadId = draft.id;
  const scanned = async (): Promise<boolean> => {
    const { uploads } = await ask('uploads.snapshot', undefined);
    return uploads.some(({ id, state }) => id === uploadId && state === 'ready');
  };
  while (!(await scanned())) await new Promise((resolve) => setTimeout(resolve, 20));
  await ask('drafts.setCustodians', { uploadId, rules: [{ kind: 'folder', level: 1 }], custodian: null });
  await ask('uploads.run', { uploadId, links: [], held: 'ask', isStart: true });
  await ended.promise;
  const query = calls['uploads.items'].argument.parse({
    uploadId,
    offset: 0,
    limit: 100,
    sort: { column: 'path', descending: false },
    states: [],
    search: '',
  });
  const { total, items } = await ask('uploads.items', query);
  await ask('receipts.write', { uploadId, format: 'csv', path: receipt, signingKey: null, timestamps: null });
  const rows = readFileSync(receipt, 'utf8').split(/\r?\n/);
  return {
    items: total,
    uploaded: items.filter(({ state }) => state === 'accepted').length,
    sha1: items.every(({ sha1 }) => sha1 !== null),
    custodian: items[0]?.custodian ?? null,
    receiptRows: rows.filter(
      (row) => (row.includes('Ng, Ana') && row.includes('.txt')) || row.includes('c.eml'),
    ).length,
  };
}
