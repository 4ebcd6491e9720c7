import { createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Engine, verifyReceipt } from '../../main/engine/index.ts';
import { failureText, reasonText } from '../../preload/contract/failures/failure-table.ts';
import { handedOverText } from '../../preload/contract/views/handed-over.ts';
import { covers } from '../conformance/covers.ts';
import { pseudoRandom } from '../fakes/evidence.ts';
import { startRangeServer } from '../fakes/range-server.ts';
import { failureOf, unwrap } from '../fixtures/result.ts';
import {
  never,
  problemTexts,
  requestFor,
  requestLog,
  runOptions,
  sourceFiles,
  startTestEnv,
  type TestEnv,
  withEngine,
  withSharedEngine,
} from './harness.ts';
import { changeStore } from './killed-store.ts';

const bytes = Buffer.concat([...pseudoRandom('link', 300_001)]);
const files = { '/mail.pst': { bytes }, '/secret/disk.e01': { bytes, query: '?token=opensesame' } };

function onlyLinks(env: TestEnv, links: readonly string[]) {
  return requestFor(env, { sources: [], links, custodian: 'Link, Lena' });
}

/** What the platform fetched, once it has. */
async function fetched(env: TestEnv, count: number): Promise<readonly Buffer[]> {
  for (const deadline = Date.now() + 20_000; ; await delay(50)) {
    const rows = await sourceFiles(env);
    const complete = rows.filter((row) => row.assembledPath !== null);
    if (complete.length === count)
      return Promise.all(complete.map((row) => readFile(row.assembledPath ?? '')));
    if (Date.now() > deadline) throw new Error(`of ${count} links: ${JSON.stringify(rows)}`);
  }
}

test('the platform downloads links completely, with their custodian and with what follows “?”', async () => {
  covers('rule 3.1.2');
  await using host = await startRangeServer(files);
  const env = await startTestEnv();
  const links = [`${host.origin}/mail.pst`, `${host.origin}/secret/disk.e01?token=opensesame`];
  await withSharedEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(onlyLinks(env, links), never));
    const summary = unwrap(await engine.run(id, runOptions()));
    expect(summary).toMatchObject({
      state: 'finished',
      totals: { handedOver: { items: 2, bytes: 0 }, accepted: { items: 0 } },
    });
    const unknown = { state: 'handedOver', bytes: null, sha1: null, parts: null };
    expect([...engine.sentFiles(id)]).toMatchObject([
      { path: `${host.origin}/mail.pst`, ...unknown },
      { path: `${host.origin}/secret/disk.e01`, ...unknown },
    ]);
  });
  for (const arrived of await fetched(env, 2)) expect(arrived.equals(bytes)).toBe(true);
  const rows = await sourceFiles(env);
  expect(rows.map((row) => [row.filename, row.custodian]).sort()).toEqual([
    ['disk.e01', 'Link, Lena'],
    ['mail.pst', 'Link, Lena'],
  ]);
});

test('hosts of links are checked during the scan: sizes and warnings are planned, kept, and stop nothing', async () => {
  covers('rule 8.direct-links');
  await using host = await startRangeServer(files);
  const env = await startTestEnv();
  const good = `${host.origin}/secret/disk.e01?token=opensesame`;
  const gone = `${host.origin}/gone.zip`;
  await withSharedEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(onlyLinks(env, [good, gone]), never));
    expect(unwrap(await engine.plan(id)).links).toMatchObject([
      { link: `${host.origin}/secret/disk.e01`, sizeBytes: bytes.length, warnings: [] },
      { link: gone, sizeBytes: null, warnings: [{ code: 'refused', status: 404 }] },
    ]);
    expect(host.asked).toEqual(['/secret/disk.e01?token=opensesame', '/gone.zip']);
    expect(unwrap(await engine.run(id, runOptions())).totals).toMatchObject({
      handedOver: { items: 1 },
      failed: { items: 1 },
    });
  });
});

test('the receipt counts a link as handed to the platform, apart from what was accepted', async () => {
  await using host = await startRangeServer(files);
  const env = await startTestEnv();
  await mkdir(env.evidence);
  const path = join(env.evidence, 'a.txt');
  await writeFile(path, 'seven b');
  await withSharedEngine(env, async (engine) => {
    const request = requestFor(env, { sources: [path], links: [`${host.origin}/mail.pst`] });
    const id = unwrap(await engine.prepare(request, never));
    const { totals } = unwrap(await engine.run(id, runOptions()));
    expect(totals).toMatchObject({ accepted: { items: 1, bytes: 7 }, handedOver: { items: 1, bytes: 0 } });
    const out = join(env.dir, 'receipt');
    unwrap(await engine.writeReceipt(id, 'json', createWriteStream(`${out}.json`)));
    unwrap(await engine.writeReceipt(id, 'csv', createWriteStream(`${out}.csv`)));
    const report = unwrap(await verifyReceipt(`${out}.json`, { against: env.evidence }));
    expect(report).toMatchObject({ intact: true, against: { same: 1, notCompared: 1 } });
    expect(report.totals).toMatchObject({
      received: { items: 2, bytes: 7 },
      accepted: { items: 1, bytes: 7 },
      handedOver: { items: 1, bytes: 0 },
    });
    const { items, sourceFiles: sent, events } = JSON.parse(await readFile(`${out}.json`, 'utf8'));
    expect(items[0]).toMatchObject({ outcome: 'handedOver', reasonText: handedOverText, sizeBytes: null });
    expect(sent[0]).toMatchObject({ kind: 'link', completed: null, sizeBytes: null });
    expect(events.map(({ type }: { type: string }) => type)).toContain('link-handed-over');
    expect(await readFile(`${out}.csv`, 'utf8')).toContain('handed over');
  });
});

test('a link whose secret is not entered again fails with what to do, and is sent once it is', async () => {
  await using host = await startRangeServer(files);
  const env = await startTestEnv();
  const link = `${host.origin}/secret/disk.e01?token=opensesame`;
  const id = await withEngine(env, async (engine) =>
    unwrap(await engine.prepare(onlyLinks(env, [link]), never)),
  );
  await withEngine(env, async (engine) => {
    unwrap(await engine.run(id, runOptions()));
    expect(problemTexts(engine.problems(id))).toMatchObject([
      {
        path: `${host.origin}/secret/disk.e01`,
        reason: reasonText({ code: 'link-secret-missing' }),
      },
    ]);
    expect(unwrap(await engine.requeueFailed(id))).toMatchObject({ requeued: 1, discovered: 0 });
    engine.provideLinks(id, [link]);
    const summary = unwrap(await engine.run(id, runOptions()));
    expect(summary.totals).toMatchObject({ handedOver: { items: 1 }, failed: { items: 0 } });
  });
  expect(await fetched(env, 1)).toHaveLength(1);
});

test('links that differ only in their secrets are all downloaded, and the same link twice is refused', async () => {
  const [one, two] = [bytes.subarray(0, 5000), bytes.subarray(5000, 90_000)];
  await using host = await startRangeServer({
    '/get?id=1': { bytes: one },
    '/get?id=2': { bytes: two },
  });
  const env = await startTestEnv();
  const links = [`${host.origin}/get?id=1`, `${host.origin}/get?id=2`];
  await withSharedEngine(env, async (engine) => {
    const refused = await engine.prepare(onlyLinks(env, [...links, ...links]), never);
    expect(refused).toMatchObject({ ok: false, failure: { code: 'link-duplicate' } });
    const id = unwrap(await engine.prepare(onlyLinks(env, links), never));
    expect(unwrap(await engine.run(id, runOptions())).totals.handedOver.items).toBe(2);
  });
  const arrived = await fetched(env, 2);
  expect(arrived.map((file) => file.length).sort()).toEqual([one.length, two.length]);
});

test('a link that the platform can’t reach fails with the platform’s message', async () => {
  await using host = await startRangeServer(files);
  const env = await startTestEnv();
  await withSharedEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(onlyLinks(env, [`${host.origin}/gone.zip`]), never));
    expect(unwrap(await engine.run(id, runOptions())).totals.failed.items).toBe(1);
    expect(problemTexts(engine.problems(id))[0]?.reason).toContain('status 404');
  });
});

const lost = [{ match: { operation: 'PostDatasetFile' }, times: 1, fault: { kind: 'lost-answer' } }] as const;
/** By a proxy that inspects answers, or a gateway. */
const blocked = (status: number, body: string | { readonly message: string }) => [
  {
    match: { operation: 'PostDatasetFile' },
    times: 1,
    fault: { kind: 'answer' as const, status, body, handled: true },
  },
];
const page = '<html>Blocked by policy</html>';
const message = { message: 'Forbidden' };

test.each([
  { answer: 'lost', faults: lost, decision: 'retry', handed: 1, skipped: 0, made: 2 },
  { answer: 'lost', faults: lost, decision: 'skip', handed: 0, skipped: 1, made: 1 },
  { answer: 'a web page', faults: blocked(403, page), decision: 'skip', handed: 0, skipped: 1, made: 1 },
  ...[403, 404, 429].map((status) => ({
    answer: `the ${status} of a gateway`,
    faults: blocked(status, message),
    decision: 'skip' as const,
    handed: 0,
    skipped: 1,
    made: 1,
  })),
] as const)(
  'a link whose answer was $answer is held, not retried, until a person decides: “$decision”',
  async ({ faults, decision, handed, skipped, made }) => {
    await using host = await startRangeServer(files);
    const env = await startTestEnv();
    await env.useFaults(faults);
    await withSharedEngine(env, async (engine) => {
      const id = unwrap(await engine.prepare(onlyLinks(env, [`${host.origin}/mail.pst`]), never));
      for (let run = 0; run < 2; run += 1) {
        const summary = unwrap(await engine.run(id, runOptions()));
        expect(summary.totals).toMatchObject({ held: { items: 1 }, handedOver: { items: 0 } });
      }
      expect(problemTexts(engine.problems(id))).toMatchObject([{ state: 'held' }]);
      expect((await sourceFiles(env)).length).toBe(1);
      const decided = unwrap(await engine.run(id, runOptions({ held: decision })));
      expect(decided.totals).toMatchObject({
        held: { items: 0 },
        handedOver: { items: handed },
        skipped: { items: skipped },
      });
      expect(decided.links).toBe(1 - skipped);
    });
    expect((await sourceFiles(env)).length).toBe(made);
  },
);

test('a held link whose secret is not known stays held until it is entered again', async () => {
  await using host = await startRangeServer(files);
  const env = await startTestEnv();
  await env.useFaults(lost);
  const link = `${host.origin}/secret/disk.e01?token=opensesame`;
  const shown = `${host.origin}/secret/disk.e01`;
  const id = await withEngine(env, async (engine) => {
    const prepared = unwrap(await engine.prepare(onlyLinks(env, [link]), never));
    expect(unwrap(await engine.run(prepared, runOptions())).totals.held.items).toBe(1);
    return prepared;
  });
  await withEngine(env, async (engine) => {
    const refused = failureOf(await engine.run(id, runOptions({ held: 'retry' })));
    expect(refused).toEqual({ code: 'link-secret-missing', path: shown });
    expect(unwrap(engine.upload(id))).toMatchObject({ state: 'finished', totals: { held: { items: 1 } } });
    unwrap(engine.provideLinks(id, [link]));
    const retried = unwrap(await engine.run(id, runOptions({ held: 'retry' })));
    expect(retried.totals).toMatchObject({ held: { items: 0 }, handedOver: { items: 1 } });
    // It has been handed over: nothing waits for it any more.
    expect(failureOf(engine.provideLinks(id, [link]))).toEqual({ code: 'link-not-needed', link: shown });
  });
});

test('a link can be entered again of an upload that was killed before its scan began', async () => {
  const env = await startTestEnv();
  const link = 'https://files.example/disk.e01?token=opensesame';
  const prepare = (engine: Engine) => engine.prepare(onlyLinks(env, [link]), never);
  const id = unwrap(await withEngine(env, prepare));
  changeStore(env, "DELETE FROM items; UPDATE uploads SET state = 'scanning'");
  await withEngine(env, async (engine) => {
    unwrap(engine.provideLinks(id, [link]));
    const stray = failureOf(engine.provideLinks(id, ['https://files.example/other.e01']));
    expect(stray.code).toBe('link-not-needed');
  });
});

test('a link that matches none that is left to send is refused by name, without its secret', async () => {
  await using host = await startRangeServer(files);
  const env = await startTestEnv();
  const link = `${host.origin}/secret/disk.e01?token=opensesame`;
  const id = await withEngine(env, async (engine) =>
    unwrap(await engine.prepare(onlyLinks(env, [link]), never)),
  );
  await withEngine(env, async (engine) => {
    unwrap(await engine.run(id, runOptions()));
    const mistyped = `${host.origin}/secret/disk.e02?token=opensesame`;
    const refused = failureOf(engine.provideLinks(id, [link, mistyped]));
    expect(refused).toEqual({ code: 'link-not-needed', link: `${host.origin}/secret/disk.e02` });
    expect(failureText(refused)).not.toContain('opensesame');
    // None of them is kept.
    unwrap(await engine.requeueFailed(id));
    expect(unwrap(await engine.run(id, runOptions())).totals.failed.items).toBe(1);
  });
});

test('a link is held if the engine was killed before its answer, and not sent again if after', async () => {
  await using host = await startRangeServer(files);
  const env = await startTestEnv();
  await withEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(onlyLinks(env, [`${host.origin}/mail.pst`]), never));
    unwrap(await engine.run(id, runOptions()));
  });
  const asked = async (): Promise<number> =>
    (await requestLog(env)).filter((row) => row.operation === 'PostDatasetFile').length;
  const middle = `
    UPDATE uploads SET state = 'uploading';
    UPDATE items SET state = 'uploading';
    UPDATE source_files SET completed_at = NULL;
    DELETE FROM totals; INSERT INTO totals VALUES (1, 'uploading', 1, 0);`;
  changeStore(env, middle);
  await withEngine(env, async (engine) => {
    const summary = unwrap(await engine.run(unwrap(engine.upload(1)).id, runOptions()));
    expect(summary.totals).toMatchObject({ handedOver: { items: 1 }, held: { items: 0 } });
  });
  expect(await asked()).toBe(1);
  changeStore(env, `${middle} UPDATE source_files SET platform_id = NULL;`);
  await withEngine(env, async (engine) => {
    const summary = unwrap(await engine.run(unwrap(engine.upload(1)).id, runOptions()));
    expect(summary.totals).toMatchObject({ handedOver: { items: 0 }, held: { items: 1 } });
  });
  expect(await asked()).toBe(1);
});

test.each(['resume', 'cancel'] as const)(
  'a link whose key something in between refused may be handed over: on %s it is held, and not sent again',
  async (then) => {
    await using host = await startRangeServer(files);
    const env = await startTestEnv();
    await withEngine(env, async (engine) => {
      const links = [`${host.origin}/mail.pst`, `${host.origin}/secret/disk.e01?token=opensesame`];
      const id = unwrap(await engine.prepare(onlyLinks(env, links), never));
      const refused = { kind: 'answer', status: 401, body: '<html>Sign in</html>', handled: true } as const;
      await env.useFaults([{ match: { operation: 'PostDatasetFile' }, fault: refused, times: 1 }]);
      expect(failureOf(await engine.run(id, runOptions()))).toMatchObject({ code: 'key-refused' });
      if (then === 'resume') unwrap(await engine.run(id, runOptions()));
      else unwrap(await engine.cancel(id));
      const { totals } = unwrap(engine.upload(id));
      expect(totals.held.items).toBe(1);
      expect(await sourceFiles(env)).toHaveLength(1 + totals.handedOver.items);
    });
  },
);
