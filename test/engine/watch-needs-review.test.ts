/** A watched folder's rule that waits for an upload which only a person can continue, with the real sandbox. */
import { expect, onTestFinished, test } from 'vitest';
import { ScanThreads } from '../../main/engine/watch/ledger/scan-threads.ts';
import { createWatcher } from '../../main/engine/watch/ledger/watcher.ts';
import { RuleRunner } from '../../main/engine/watch/runner/rule-runner.ts';
import { failure } from '../../preload/contract/failures/failure.ts';
import { unwrap } from '../fixtures/result.ts';
import { runOptions, shareTestEnv } from './harness.ts';
import { addFiles, bound, dropRefused, type Watching, watchFolder } from './watching.ts';

const env = await shareTestEnv();

const unexpected = (error: unknown): never => {
  throw error;
};

/** Runs the rule. Its next upload ends as after a request to create the dataset without an answer. */
async function runUnanswered({ engine, ruleId }: Watching): Promise<RuleRunner> {
  const { context } = engine;
  unwrap(await engine.watch.pause(ruleId));
  const stored = unwrap(engine.watch.rule(ruleId));
  context.store.writes.transaction(() => context.repositories.watchRules.setState(stored.id, 'active'));
  let isFirst = true;
  const onChange = (): void => runner.wake();
  const runner: RuleRunner = new RuleRunner(stored.id, {
    context,
    watcher: createWatcher(context, stored, new ScanThreads(context.store.path), {
      onChange,
      reportBug: unexpected,
    }),
    run: (id, options) => {
      const isUnknown = isFirst;
      isFirst = false;
      const reason = { kind: 'stopped' } as const;
      return isUnknown
        ? Promise.resolve(failure('outcome-unknown', { operation: 'PostDatabaseDataset', reason }))
        : engine.run(id, options);
    },
    limits: {},
    onChange: () => undefined,
    onPaused: () => undefined,
    reportBug: unexpected,
  });
  runner.start();
  onTestFinished(() => runner.stop());
  return runner;
}

test('a rule continues after a person dealt with the upload that it waited for', async () => {
  const watching = await watchFolder(env);
  const { engine } = watching;
  const runner = await runUnanswered(watching);
  addFiles(watching.folder, { 'a.txt': 'first' });
  await expect.poll(() => runner.waitingFor()?.kind, bound).toBe('upload');
  for (const { id } of engine.uploads()) unwrap(await engine.run(id, runOptions()));
  addFiles(watching.folder, { 'b.txt': 'second' });
  runner.wake();
  await watching.untilSent(2);
  expect(runner.waitingFor()).toBeNull();
});

test('a rule that waited for an upload then sends what a person retried of an earlier one', async () => {
  const watching = await watchFolder(env, { pack: 'never' });
  const { engine, folder } = watching;
  const earlier = await dropRefused(env, watching);
  const runner = await runUnanswered(watching);
  addFiles(folder, { 'b.txt': 'second' });
  await expect.poll(() => runner.waitingFor()?.kind, bound).toBe('upload');
  unwrap(await engine.requeueFailed(earlier.id));
  for (const { id } of engine.uploads()) if (id !== earlier.id) unwrap(await engine.run(id, runOptions()));
  runner.wake();
  await watching.untilSent(2);
});
