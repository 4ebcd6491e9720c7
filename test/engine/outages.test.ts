/** Faults that last: tolerated for a while, then the upload stops and can be resumed. */
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { FaultRule } from '../../main/sandbox/index.ts';
import { failureText } from '../../preload/contract/failure-text.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import {
  expectArrived,
  failureOf,
  must,
  never,
  openWorld,
  requestFor,
  requestLog,
  runOptions,
  type World,
  withEngine,
} from './harness.ts';

const tree = { 'disk.img': 6 * 64 * 1024 + 17, 'small.txt': 900, empty: 0 };
let world: World;

beforeAll(async () => {
  world = await openWorld();
  await makeEvidence(world.evidence, tree);
  return world.end;
});

/** Retries without their waits, which are random shares of what they may be. */
function withoutWaits(): void {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => void vi.restoreAllMocks());
}

const portals: readonly {
  readonly what: string;
  readonly fault: FaultRule['fault'];
  readonly says: RegExp;
}[] = [
  { what: 'a web page', fault: { kind: 'html' }, says: /the response \(200\) from \S+ is a web page/ },
  {
    what: 'a redirect',
    fault: { kind: 'status', status: 302, body: 'empty' },
    says: /answered with a redirect \(302\)/,
  },
  {
    what: 'no ETag',
    fault: { kind: 'status', status: 200, body: 'empty' },
    says: /the response \(200\) from \S+ has no ETag/,
  },
];

test.each(portals)(
  'while a part host answers nothing but $what the upload stops after a while, names the host, and can be resumed',
  async ({ what, fault, says }) => {
    withoutWaits();
    await world.useFaults([{ match: { operation: 'PutPart' }, fault }]);
    await withEngine(world, async (engine) => {
      const dataset = { name: `portal: ${what}`, description: null };
      const id = must(await engine.prepare(requestFor(world, { dataset }), never));
      const failure = failureOf(await engine.run(id, runOptions()));
      expect(failure).toMatchObject({ code: 'part-intercepted' });
      const text = failureText(failure);
      expect(text).toMatch(says);
      // It is shown without a file beside it, so it names the file.
      expect(text).toMatch(/^(disk\.img|small\.txt|empty): Part \d/);
      expect(text).toContain(new URL(world.sandbox.url).host);
      expect(text).not.toContain('?');
      expect(must(engine.upload(id))).toMatchObject({ state: 'paused', totals: { failed: { items: 0 } } });
      await world.useFaults([]);
      const { datasetId } = must(await engine.run(id, runOptions()));
      await expectArrived(world, Object.keys(tree), { datasetId: datasetId ?? 0 });
    });
  },
);

test.each([
  { fault: { kind: 'html' }, operation: 'PostDatasetFile' },
  { fault: { kind: 'html' }, operation: 'PostSourceFilePart' },
  { fault: { kind: 'html' }, operation: 'PostSourceFile' },
  { fault: { kind: 'status', status: 302 }, operation: 'PostDatasetFile' },
  { fault: { kind: 'status', status: 302 }, operation: 'PostSourceFilePart' },
  { fault: { kind: 'status', status: 302 }, operation: 'PostSourceFile' },
] as const)(
  'a portal that answers $operation with $fault stops the upload, fails nothing, and may go',
  async ({ operation, fault }) => {
    withoutWaits();
    await withEngine(world, async (engine) => {
      const dataset = { name: `portal: ${fault.kind} to ${operation}`, description: null };
      const id = must(await engine.prepare(requestFor(world, { dataset }), never));
      await world.useFaults(
        [operation, 'GetCurrentUser'].map((one) => ({ match: { operation: one }, fault })),
      );
      expect(failureOf(await engine.run(id, runOptions())).code).toBe('unexpected-answer');
      const { state, totals } = must(engine.upload(id));
      expect({ state, failed: totals.failed.items, held: totals.held.items }).toEqual({
        state: 'paused',
        failed: 0,
        held: 0,
      });
      await world.useFaults([]);
      const { datasetId } = must(await engine.run(id, runOptions()));
      await expectArrived(world, Object.keys(tree), { datasetId: datasetId ?? 0 });
    });
  },
);

const asks = async (operation: string): Promise<number> =>
  (await requestLog(world)).filter((row) => row.operation === operation).length;

test.each([
  { operation: 'PostDatabaseDataset', code: 'dataset-unconfirmed', most: 8 },
  // Three files under way; one of them has the last word.
  { operation: 'PostDatasetFile', code: 'source-file-unconfirmed', most: 3 * 20 },
])(
  'under a lasting 500 $operation, which may make something at each try, is not asked without end',
  async ({ operation, code, most }) => {
    withoutWaits();
    await world.useFaults([{ match: { operation }, fault: { kind: 'status', status: 500 } }]);
    await withEngine(world, async (engine) => {
      const dataset = { name: `500 to ${operation}`, description: null };
      const id = must(await engine.prepare(requestFor(world, { dataset }), never));
      const before = await asks(operation);
      const failure = failureOf(await engine.run(id, runOptions()));
      expect(failure.code).toBe(code);
      expect(failureText(failure)).toMatch(/asked \d+ times .* 500/);
      expect((await asks(operation)) - before).toBeLessThanOrEqual(most);
      expect(must(engine.upload(id))).toMatchObject({ state: 'paused', totals: { failed: { items: 0 } } });
      await world.useFaults([]);
      const { datasetId } = must(await engine.run(id, runOptions()));
      await expectArrived(world, Object.keys(tree), { datasetId: datasetId ?? 0 });
    });
  },
);

test('while the whole service is down nothing is asked for that might be made unwanted, and it is waited for', async () => {
  withoutWaits();
  await withEngine(world, async (engine) => {
    const dataset = { name: 'down', description: null };
    const id = must(await engine.prepare(requestFor(world, { dataset }), never));
    await world.useFaults([{ match: {}, fault: { kind: 'status', status: 503 } }]);
    const before = { made: await asks('PostDatabaseDataset'), probed: await asks('GetCurrentUser') };
    const running = engine.run(id, runOptions());
    while ((await asks('GetCurrentUser')) < before.probed + 50);
    expect((await asks('PostDatabaseDataset')) - before.made).toBe(1);
    await world.useFaults([]);
    const { datasetId } = must(await running);
    await expectArrived(world, Object.keys(tree), { datasetId: datasetId ?? 0 });
  });
});
