import { expect, onTestFinished, test, vi } from 'vitest';
import { LiveProgress } from '../../main/engine/transfer/progress.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import {
  must,
  never,
  readable,
  requestFor,
  requestLog,
  runOptions,
  startWorld,
  withEngine,
} from './harness.ts';

/** Retries without their waits, while something else always arrives. */
function amongOthers(): void {
  let count = 0;
  const more = (): number => {
    count += 1;
    return count;
  };
  vi.spyOn(Math, 'random').mockReturnValue(0);
  vi.spyOn(LiveProgress.prototype, 'arrivedParts', 'get').mockImplementation(more);
  vi.spyOn(LiveProgress.prototype, 'createdFiles', 'get').mockImplementation(more);
  onTestFinished(() => void vi.restoreAllMocks());
}

test.each([
  {
    what: 'a part that a box on the way never lets through',
    operation: 'PutPart',
    fault: { kind: 'html', status: 413 },
    says: /^Part 1 couldn't be uploaded in 90 attempts: the response \(413\) from \S+ is a web page/,
    most: 90,
  },
  {
    what: 'a source file of which no answer ever tells whether it was made',
    operation: 'PostDatasetFile',
    fault: { kind: 'status', status: 500 },
    says: /^The platform was asked 40 times .* 500/,
    most: 40,
  },
] as const)('while others arrive, $what fails its own file', async ({ operation, fault, says, most }) => {
  const world = await startWorld();
  await makeEvidence(world.evidence, { 'a.txt': 100 });
  amongOthers();
  await world.useFaults([{ match: { operation }, fault }]);
  await withEngine(world, async (engine) => {
    const id = must(await engine.prepare(requestFor(world), never));
    const { state, totals } = must(await engine.run(id, runOptions()));
    expect(state).toBe('finished');
    expect(totals.failed.items).toBe(1);
    expect(readable(engine.problems(id))).toMatchObject([
      { path: 'a.txt', reason: expect.stringMatching(says) },
    ]);
    const asked = (await requestLog(world)).filter((row) => row.operation === operation);
    expect(asked).toHaveLength(most);
    await world.useFaults([]);
    must(await engine.requeueFailed(id));
    expect(must(await engine.run(id, runOptions())).totals.accepted.items).toBe(1);
  });
});
