/** Lines that break: what was sent is kept, and what doesn't get through is sent in smaller parts. */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type Engine, openEngine, type UploadId, verifyReceipt } from '../../main/engine/index.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { type Relay, type RelayOptions, startRelay } from '../fakes/relay.ts';
import { unwrap } from '../fixtures/result.ts';
import { retryWithoutWaits } from '../fixtures/retry-without-waits.ts';
import {
  expectAccepted,
  never,
  openWithContext,
  requestFor,
  runOptions,
  startTestEnv,
  type TestEnv,
} from './harness.ts';
import { documentsOf, expectDocuments, makeFolders } from './pack-files.ts';

/** The documented part sizes, and a rate limit that no test reaches. */
const limits = { requestsPerSecond: 4000 };
const folders = Array.from({ length: 12 }, (_, index) => `Person ${index}`);
const fileBytes = 50_000;

beforeEach(() => {
  retryWithoutWaits();
  onTestFinished(() => void vi.restoreAllMocks());
});

async function relayTo(env: TestEnv, options: RelayOptions): Promise<Relay> {
  const relay = await startRelay(env.sandbox.url, options);
  onTestFinished(() => relay.end());
  return relay;
}

/** An engine whose requests take the relay's line. */
async function withEngineOver<T>(
  relay: Relay,
  env: TestEnv,
  use: (engine: Engine) => Promise<T>,
): Promise<T> {
  const engine = unwrap(openEngine({ stateDir: env.stateDir, command: 'test', version: '0.0.0' }));
  try {
    const { apiKey } = env.sandbox;
    unwrap(await engine.connect({ serverUrl: relay.url, apiKey, profilePath: env.profilePath }));
    return await use(engine);
  } finally {
    await engine.close();
  }
}

async function expectIntactReceipt(env: TestEnv, engine: Engine, id: UploadId): Promise<void> {
  const receipt = join(env.dir, 'receipt.json');
  unwrap(await engine.writeReceipt(id, 'json', createWriteStream(receipt)));
  const report = unwrap(await verifyReceipt(receipt, { against: env.evidence }));
  expect(report).toMatchObject({ intact: true, problems: [], against: { differences: [] } });
}

async function loggedEvents(env: TestEnv) {
  const { context, close } = openWithContext(env.stateDir);
  const [upload] = context.repositories.uploads.all();
  const events = upload === undefined ? [] : [...context.repositories.events.all(upload.id)];
  await close();
  return events;
}

/** Ends the run where the line broke so often that nothing would ever arrive. */
function stopAfterResets(relay: Relay, resets: number): AbortSignal {
  const stop = new AbortController();
  const timer = setInterval(() => relay.resets > resets && stop.abort(), 20);
  onTestFinished(() => clearInterval(timer));
  return stop.signal;
}

const recommendedPartBytes = 20_000_000;
test.each([
  [
    'divided before any part was sent',
    limits,
    { isDivided: true, hasParts: false, resetsThenAfterBytes: 4_000_000 },
  ],
  [
    'divided after some parts were sent',
    { ...limits, recommendedPartBytes, minPartBytes: 1_900_000 },
    { isDivided: true, hasParts: true, resetsThenAfterBytes: 1_500_000 },
  ],
  [
    'cut into smaller parts',
    { ...limits, recommendedPartBytes, minPartBytes: 300_000 },
    { isDivided: false, hasParts: true, resetsThenAfterBytes: 4_000_000 },
  ],
])(
  'packs get over a line that resets connections, %s: each file once and with its custodian, and little is sent again',
  async (_, given, { isDivided, hasParts, resetsThenAfterBytes }) => {
    const env = await startTestEnv({ limits: given });
    const files = await makeFolders(env, folders, 20, () => fileBytes);
    const relay = await relayTo(env, { resetAfterBytes: 4_000_000 });
    await withEngineOver(relay, env, async (engine) => {
      const custodianRules = [{ kind: 'folder', level: 1 }] as const;
      const id = unwrap(await engine.prepare(requestFor(env, { pack: 'always', custodianRules }), never));
      const signal = stopAfterResets(relay, 40);
      engine.onProgress(({ active }) => {
        if (active.some(({ parts }) => parts.done > 1)) relay.resetAfterBytes = resetsThenAfterBytes;
      });
      // How many connections an upload opens by itself depends on how fast the computer is.
      const { totals, datasetId } = unwrap(
        await engine.run(id, runOptions({ signal, limits: { concurrency: 2 } })),
      );
      expect(totals).toMatchObject({ accepted: { items: files.size }, failed: { items: 0 } });
      expect(relay.resets).toBeGreaterThan(0);
      // One part of each connection that was open when the line broke first, and few since.
      expect(relay.sentBytes).toBeLessThan(2.5 * files.size * fileBytes);
      await expectDocuments(env, datasetId, files);
      for (const { path, custodian } of await documentsOf(env, datasetId ?? 0))
        expect(custodian, path).toBe(path.slice(0, path.indexOf('/')));
      await expectIntactReceipt(env, engine, id);
    });
    const events = await loggedEvents(env);
    const parts = events.flatMap(({ type, data }) =>
      type === 'pack-completed' ? [Number(data['parts'])] : [],
    );
    expect(Math.max(...parts) > 1).toBe(hasParts);
    expect(events.some(({ type }) => type === 'pack-divided')).toBe(isDivided);
    expect(events.some(({ type }) => type === 'source-file-replaced')).toBe(false);
  },
);

test('each run that ends early acknowledges more of the packs, and the next one keeps it', async () => {
  const env = await startTestEnv({ limits });
  const files = await makeFolders(env, folders, 15, () => fileBytes);
  const relay = await relayTo(env, { bytesPerSecond: 2_000_000 });
  let acknowledged = 0;
  for (let run = 1; run <= 2; run += 1)
    await withEngineOver(relay, env, async (engine) => {
      const id =
        engine.uploads()[0]?.id ?? unwrap(await engine.prepare(requestFor(env, { pack: 'always' }), never));
      const before = relay.sentBytes;
      const stop = new AbortController();
      const timer = setInterval(() => relay.sentBytes - before > 3_500_000 && stop.abort(), 10);
      await engine.run(id, runOptions({ signal: stop.signal }));
      clearInterval(timer);
      // What buffers still hold of the run is not sent any longer.
      relay.breakAll();
      const { acknowledgedBytes, totals } = unwrap(engine.upload(id));
      expect(totals.accepted.bytes + acknowledgedBytes).toBeGreaterThan(acknowledged);
      acknowledged = totals.accepted.bytes + acknowledgedBytes;
    });
  await withEngineOver(relay, env, async (engine) => {
    const [upload] = engine.uploads();
    if (upload === undefined) throw new Error('There is no upload');
    const { totals, datasetId } = unwrap(await engine.run(upload.id, runOptions()));
    expect(totals).toMatchObject({ accepted: { items: files.size } });
    await expectDocuments(env, datasetId, files);
    await expectIntactReceipt(env, engine, upload.id);
  });
});

test('files that are too large for what a connection carries leave their pack and go alone', async () => {
  const env = await startTestEnv({ limits });
  const files = await makeFolders(env, ['a'], 24, (index) => (index % 3 === 0 ? 900_000 : 40_000));
  const relay = await relayTo(env, { resetAfterBytes: 1_100_000 });
  await withEngineOver(relay, env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env, { pack: 'always' }), never));
    const signal = stopAfterResets(relay, 60);
    const { totals } = unwrap(await engine.run(id, runOptions({ signal })));
    expect(totals).toMatchObject({ accepted: { items: files.size }, failed: { items: 0 } });
    const alone = [...engine.sentFiles(id)].filter(({ pack }) => pack === undefined);
    expect(alone.length).toBeGreaterThan(0);
    await expectIntactReceipt(env, engine, id);
  });
});

test('a large file none of whose parts gets through is sent in smaller ones, and what stays empty is logged', async () => {
  const env = await startTestEnv({
    limits: { requestsPerSecond: 4000, minPartBytes: 1_000_000, recommendedPartBytes: 12_000_000 },
  });
  await makeEvidence(env.evidence, { 'disk.img': 12_000_000 });
  const relay = await relayTo(env, { resetAfterBytes: 4_000_000 });
  await withEngineOver(relay, env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env), never));
    unwrap(await engine.run(id, runOptions({ signal: stopAfterResets(relay, 30) })));
    await expectAccepted(env, ['disk.img']);
    await expectIntactReceipt(env, engine, id);
    expect(relay.sentBytes).toBeLessThan(3 * 12_000_000);
  });
  const events = await loggedEvents(env);
  expect(events.filter(({ type }) => type === 'source-file-replaced')).toHaveLength(1);
});
