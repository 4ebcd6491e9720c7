import { expect, onTestFinished, test, vi } from 'vitest';
import { LiveProgress } from '../../main/engine/transfer/progress.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { unwrap } from '../fixtures/result.ts';
import {
  never,
  problemTexts,
  requestFor,
  requestLog,
  runOptions,
  startTestEnv,
  withEngine,
} from './harness.ts';

/** Retries without waits, while other files keep succeeding. */
function amongOthers(): void {
  let count = 0;
  const more = (): number => {
    count += 1;
    return count;
  };
  vi.spyOn(Math, 'random').mockReturnValue(0);
  vi.spyOn(LiveProgress.prototype, 'acknowledgedParts', 'get').mockImplementation(more);
  vi.spyOn(LiveProgress.prototype, 'createdFiles', 'get').mockImplementation(more);
  onTestFinished(() => void vi.restoreAllMocks());
}

test.each([
  {
    what: 'a part that a box on the way never lets through',
    operation: 'PutPart',
    fault: { kind: 'html', status: 413 },
    says: /^Part 1 couldn't be uploaded in 90 attempts: the answer \(413\) from \S+ is a web page/,
    most: 90,
  },
  {
    what: 'a source file whose creation is never confirmed',
    operation: 'PostDatasetFile',
    fault: { kind: 'status', status: 500 },
    says: /^The platform was asked 40 times .* 500/,
    most: 40,
  },
] as const)(
  'while other files succeed, $what fails its own file',
  async ({ operation, fault, says, most }) => {
    const env = await startTestEnv();
    await makeEvidence(env.evidence, { 'a.txt': 100 });
    amongOthers();
    await env.useFaults([{ match: { operation }, fault }]);
    await withEngine(env, async (engine) => {
      const id = unwrap(await engine.prepare(requestFor(env), never));
      const { state, totals } = unwrap(await engine.run(id, runOptions()));
      expect(state).toBe('finished');
      expect(totals.failed.items).toBe(1);
      expect(problemTexts(engine.problems(id))).toMatchObject([
        { path: 'a.txt', reason: expect.stringMatching(says) },
      ]);
      const asked = (await requestLog(env)).filter((row) => row.operation === operation);
      expect(asked).toHaveLength(most);
      await env.useFaults([]);
      unwrap(await engine.requeueFailed(id));
      expect(unwrap(await engine.run(id, runOptions())).totals.accepted.items).toBe(1);
    });
  },
);
