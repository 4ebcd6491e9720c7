import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { failure, success } from '../../../../preload/contract/failures/failure.ts';
import { partBytes, transferOfTest } from '../../../../test/fixtures/transfer.ts';
import type { CompletionAnswer } from '../../platform/completion-answer.ts';
import { createSourceFile, itemTarget } from './create-source-file.ts';
import { type Sending, type SourceFileTransfer, sendAndComplete } from './send-and-complete.ts';

const refused = failure('refused', { operation: 'PostSourceFile', status: 400, platformMessage: 'No.' });
const sent = { kind: 'sent', hashes: { sha1: null, sha256: null }, md5: null } as const;

async function oneSourceFile() {
  const transfer = await transferOfTest();
  const item = transfer.addFile('a.pst', randomBytes(10));
  const context = transfer.run();
  const plan = { partSizeBytes: partBytes, partCount: 1 };
  const created = await createSourceFile(context, itemTarget(context, item, plan, null), null, null);
  if (created.kind !== 'created') throw new Error('There is no source file');
  const { sourceFile } = created;
  const file: SourceFileTransfer = {
    context,
    sourceFile,
    path: item.name,
    live: {
      itemId: item.id,
      path: item.name,
      sizeBytes: item.sizeBytes,
      partCount: 1,
      acknowledgedBytes: 0,
      inFlightBytes: 0,
      partsInFlight: new Set(),
      partsDone: 0,
      activity: 'uploading',
    },
    signal: context.signal,
    isSentHere: true,
    isComplete: false,
    mayBeDone: false,
  };
  return { ...transfer, file };
}

describe('content that can not be sent', () => {
  const unreadable = failure('file-changed', { change: { kind: 'touched' } }).failure;
  const cases: readonly [Sending<{ readonly kind: 'waits' }>, string, string][] = [
    [{ kind: 'failed', failure: unreadable }, 'failed', 'held'],
    [{ kind: 'replace' }, 'replace', 'held'],
    [{ kind: 'waits' }, 'waits', 'waits'],
    [{ kind: 'stopped' }, 'stopped', 'stopped'],
    [{ kind: 'upload-stops', failure: unreadable }, 'upload-stops', 'upload-stops'],
  ];

  test.each(cases)('%j: %s before a completion was requested, %s after', async (ending, before, after) => {
    const { file, completions } = await oneSourceFile();
    const steps = { send: async () => ending, forgetDifferingParts: async () => success([]) };
    expect(await sendAndComplete(file, steps)).toMatchObject({ kind: before });
    file.mayBeDone = true;
    expect(await sendAndComplete(file, steps)).toMatchObject({ kind: after });
    expect(completions).toEqual([]);
  });
});

test.each<[CompletionAnswer, boolean, object]>([
  [{ kind: 'complete', state: 'PROCESSING' }, false, { kind: 'accepted', answerState: 'PROCESSING' }],
  [{ kind: 'already-complete' }, true, { kind: 'accepted', answerState: null }],
  // A copy of the data folder, perhaps.
  [{ kind: 'already-complete' }, false, { kind: 'held', failure: { code: 'source-file-complete' } }],
  [
    { kind: 'failed', state: 'FAILED', platformMessage: 'No space' },
    true,
    { kind: 'failed', failure: { code: 'assembly-failed', state: 'FAILED', platformMessage: 'No space' } },
  ],
])('a completion that answers %j, where it may be ours: %s', async (answer, isSentHere, outcome) => {
  const { file, answers } = await oneSourceFile();
  answers.completeSourceFile = async () => success(answer);
  const steps = { send: async () => sent, forgetDifferingParts: async () => success([]) };
  expect(await sendAndComplete({ ...file, isSentHere }, steps)).toMatchObject(outcome);
});

describe('a refused completion', () => {
  test('is repaired twice, with the parts that differ', async () => {
    const { file, answers } = await oneSourceFile();
    answers.completeSourceFile = async () => refused;
    const asked: unknown[] = [];
    const send = async (again: readonly number[] | null) => {
      asked.push(again);
      return sent;
    };
    const outcome = await sendAndComplete(file, { send, forgetDifferingParts: async () => success([1]) });
    expect(outcome).toMatchObject({ kind: 'failed', failure: { code: 'completion-refused' } });
    expect(asked).toEqual([null, [1], [1]]);
  });

  test('that nothing can be sent again for says why, and holds what may be complete', async () => {
    const { file, answers } = await oneSourceFile();
    answers.completeSourceFile = async () => refused;
    const other = failure('file-changed', { change: { kind: 'modified' } });
    const steps = { send: async () => sent, forgetDifferingParts: async () => other };
    expect(await sendAndComplete(file, steps)).toEqual({ kind: 'failed', failure: other.failure });
    file.mayBeDone = true;
    expect(await sendAndComplete(file, steps)).toMatchObject({
      kind: 'held',
      failure: { code: 'completion-unknown', cause: { code: 'refused' } },
    });
  });
});

test('what may be complete is completed without a look at its content', async () => {
  const { file } = await oneSourceFile();
  const whole = { ...file, isComplete: true, mayBeDone: true, sourceFile: { ...file.sourceFile, sha1: 'a' } };
  const send = async (): Promise<Sending> => {
    throw new Error('It was sent again');
  };
  const completion = sendAndComplete(whole, { send, forgetDifferingParts: async () => success([]) });
  expect(await completion).toMatchObject({ kind: 'accepted', hashes: { sha1: 'a' } });
});
