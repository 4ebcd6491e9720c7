import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { failure, success } from '../../../../preload/contract/failures/failure.ts';
import { partBytes, transferOfTest } from '../../../../test/fixtures/transfer.ts';
import type { UploadId } from '../../types/ids.ts';
import type { TransferContext } from '../source-files/transfer-context.ts';
import { sendFile } from './send-file.ts';

const content = randomBytes(3 * partBytes + 10);
const refused = failure('refused', { operation: 'PostSourceFile', status: 400, platformMessage: 'No.' });
const lost = failure('outcome-unknown', {
  operation: 'PostSourceFile',
  reason: { kind: 'status', status: 502 },
});

async function oneFile() {
  const transfer = await transferOfTest();
  const item = transfer.addFile('a.pst', content);
  return { ...transfer, item };
}

test('a file is sent part by part, and completed with its ETags in order and its hash', async () => {
  const { received, completions, puts, item, run } = await oneFile();
  expect(await sendFile(run(), item)).toMatchObject({ kind: 'accepted', answerState: 'COMPLETE' });
  expect(puts).toEqual(['/1/1', '/1/2', '/1/3', '/1/4']);
  const parts = [...(received.get(1)?.parts.values() ?? [])];
  expect(Buffer.concat(parts)).toEqual(content);
  expect(completions).toEqual([
    {
      etags: parts.map((part) => `"${createHash('md5').update(part).digest('hex')}"`),
      sha1: createHash('sha1').update(content).digest('hex'),
      mayBeDone: false,
    },
  ]);
});

test.each([
  ['are not all of it', 3, 1, partBytes],
  ['are more than it has', 4, 5, partBytes],
  ['begin before it', 4, 0, partBytes],
  ['have another size', 4, 2, 1],
  ['have another size at its end', 4, 4, partBytes],
])('a file whose parts %s by an edited store is not sent', async (_how, partCount, number, sizeBytes) => {
  const { completions, puts, item, run } = await oneFile();
  const transfer = run();
  const at = new Date().toISOString();
  const row = transfer.sourceFiles.recordRequest(item.id, at, partBytes, partCount, null);
  transfer.sourceFiles.recordCreated(row, 1);
  transfer.sourceFiles.recordPart(row, { number, etag: 'x', sizeBytes, digest: null }, at);
  expect(await sendFile(transfer, item)).toMatchObject({
    kind: 'upload-stops',
    failure: { code: 'upload-altered', altered: 'parts' },
  });
  expect([puts, completions]).toEqual([[], []]);
});

test.each([
  ['is acknowledged', 'kept', []],
  ['was acknowledged and forgotten', 'forgotten', [expect.stringContaining('it has no acknowledged part')]],
])('a file of parts too large for the line of which one %s', async (_what, part, notes) => {
  const { received, item, run } = await oneFile();
  const transfer = run();
  const { sourceFiles, events, upload } = transfer;
  const at = new Date().toISOString();
  const row = sourceFiles.recordRequest(item.id, at, 2 * partBytes, 2, null);
  sourceFiles.recordCreated(row, 100);
  sourceFiles.recordPart(row, { number: 1, etag: 'x', sizeBytes: 2 * partBytes, digest: null }, at);
  if (part === 'forgotten') sourceFiles.removePart(row, 1);
  await sendFile(transfer, item);
  const replaced = [...events.after(upload.id, 0)].filter(({ type }) => type === 'source-file-replaced');
  expect(replaced.map(({ data }) => data['note'])).toEqual(notes);
  expect(received.size).toBe(notes.length);
});

/** The platform, restored from an older copy, creates a dataset with the same ID for a later upload. */
function giveDatasetAway({ upload, uploads, datasets, datasetId }: TransferContext): UploadId {
  const later = uploads.insert({ ...upload, uuid: 'later', datasetId: null });
  datasets.recordRequest(later, '2030-01-01T00:00:00.000Z');
  datasets.recordCreated({ ...upload, id: later }, datasetId);
  return later;
}

test('a file is not created in a dataset that another upload got while this one runs', async () => {
  const { received, item, run } = await oneFile();
  const transfer = run();
  const later = giveDatasetAway(transfer);
  expect(await sendFile(transfer, item)).toMatchObject({
    kind: 'upload-stops',
    failure: { code: 'dataset-reused', uploadId: transfer.upload.id, later },
  });
  expect(received.size).toBe(0);
});

test('nothing more is sent to a dataset that another upload got while this one sends', async () => {
  const { answers, usual, puts, completions, item, run } = await oneFile();
  const transfer = run();
  answers.partUrl = async (...asked) => {
    if (asked[2] === 2) giveDatasetAway(transfer);
    return await usual.partUrl(...asked);
  };
  const stopped = { kind: 'upload-stops', failure: { code: 'dataset-reused' } };
  expect(await sendFile(transfer, item)).toMatchObject(stopped);
  expect([puts.length, completions]).toEqual([2, []]);
});

test('a completion that another upload’s dataset may have got needs review', async () => {
  const { answers, usual, item, run } = await oneFile();
  const transfer = run();
  answers.completeSourceFile = async (...asked) => {
    giveDatasetAway(transfer);
    return await usual.completeSourceFile(...asked);
  };
  expect(await sendFile(transfer, item)).toMatchObject({
    kind: 'held',
    failure: { code: 'completion-unknown', cause: { code: 'dataset-reused' } },
  });
});

test('a source file that the platform gives to a second file is used for neither', async () => {
  const { answers, usual, received, completions, addFile, item, run, sourceFiles } = await oneFile();
  const second = addFile('b.pst', 'second');
  const first = run();
  const again = async () => success({ id: 1, state: 'UPLOADING' });
  const given = { kind: 'upload-stops', failure: { code: 'source-file-not-new', sourceFileId: 1 } };
  answers.partUrl = async (...asked) => {
    if (asked[2] === 2) {
      answers.createSourceFile = again;
      expect(await sendFile(first, second)).toMatchObject(given);
    }
    return await usual.partUrl(...asked);
  };
  expect(await sendFile(first, item)).toMatchObject({
    kind: 'upload-stops',
    failure: { code: 'source-file-reused', path: 'a.pst', sourceFileId: 1 },
  });
  expect(completions).toEqual([]);
  expect(sourceFiles.current(item.id)?.platformId).toBeNull();
  for (const file of [item, second]) expect(await sendFile(run(), file)).toMatchObject(given);
  delete answers.createSourceFile;
  delete answers.partUrl;
  for (const file of [item, second]) expect(await sendFile(run(), file)).toMatchObject({ kind: 'accepted' });
  expect([received.get(1)?.isComplete, completions.length]).toEqual([false, 2]);
  // Also the part that arrived in the first one after it was given away.
  expect(Buffer.concat([...(received.get(2)?.parts.values() ?? [])])).toEqual(content);
});

test('both hashes are of the same bytes: one thread reads them, for a mapped file may change without a trace', async () => {
  const { item, run } = await oneFile();
  const transfer = run();
  const begun = vi.spyOn(transfer.hashes, 'begin');
  await sendFile(transfer, item);
  expect(begun.mock.calls.map(([{ algorithms }]) => algorithms)).toEqual([['sha1', 'sha256']]);
});

test.each([content.length - 1, partBytes - 1])(
  'a file of which its share reports only %d bytes is not completed',
  async (sizeBytes) => {
    const { completions, root, item, run } = await oneFile();
    const transfer = run();
    const { sources } = transfer;
    const path = { root, path: join(root, item.name) };
    const file = await sources.open(path, transfer.signal);
    const reported = { ...file.opened, sizeBytes };
    vi.spyOn(sources, 'open').mockResolvedValue(Object.assign(file, { opened: reported }));
    vi.spyOn(file, 'stat').mockResolvedValue(reported);
    vi.spyOn(sources, 'lstat').mockResolvedValue(reported);
    expect(await sendFile(transfer, { ...item, sizeBytes })).toMatchObject({
      kind: 'failed',
      failure: { code: 'file-changed', change: { kind: 'exceeds-size', sizeBytes } },
    });
    expect(completions).toEqual([]);
  },
);

test('a bug in its hash ends the sending of a file, whose parts have ended then', async () => {
  const { received, completions, item, run } = await oneFile();
  const transfer = run();
  await transfer.hashes.close();
  await expect(sendFile(transfer, item)).rejects.toThrow('ended');
  expect(transfer.partSlots.used).toBe(0);
  expect(completions).toEqual([]);
  expect(received.get(1)?.isComplete).toBe(false);
});

describe('an interrupted file', () => {
  async function interrupted() {
    const transfer = await oneFile();
    const { answers, usual, item, run, puts } = transfer;
    answers.partUrl = (...asked) =>
      asked[2] >= 3 ? Promise.resolve(failure('stopped')) : usual.partUrl(...asked);
    expect(await sendFile(run(), item)).toEqual({ kind: 'stopped' });
    expect(puts.splice(0)).toEqual(['/1/1', '/1/2']);
    answers.partUrl = usual.partUrl;
    return transfer;
  }

  test('continues in its source file with the parts that no run has sent', async () => {
    const { received, puts, item, run } = await interrupted();
    expect(await sendFile(run(), item)).toMatchObject({ kind: 'accepted' });
    expect(puts).toEqual(['/1/3', '/1/4']);
    expect([...received.keys()]).toEqual([1]);
  });

  test('sends again what the platform lost', async () => {
    const { received, puts, item, run } = await interrupted();
    received.get(1)?.parts.delete(2);
    expect(await sendFile(run(), item)).toMatchObject({ kind: 'accepted' });
    expect(puts.toSorted()).toEqual(['/1/2', '/1/3', '/1/4']);
  });

  test('fails if a part that was sent is another one on the disk by now', async () => {
    const { rewrite, completions, item, run } = await interrupted();
    rewrite(item);
    expect(await sendFile(run(), item)).toMatchObject({
      kind: 'failed',
      failure: { code: 'file-changed', change: { kind: 'sent-part-differs' } },
    });
    expect(completions).toEqual([]);
  });
});

describe('a completion that was requested', () => {
  /** Killed between the platform's answer and the record of it. */
  async function completed() {
    const transfer = await oneFile();
    const { answers, usual, item, run, puts, completions } = transfer;
    answers.completeSourceFile = async (...asked) => {
      await usual.completeSourceFile(...asked);
      return failure('stopped');
    };
    expect(await sendFile(run(), item)).toEqual({ kind: 'stopped' });
    puts.splice(0);
    completions.splice(0);
    answers.completeSourceFile = usual.completeSourceFile;
    return transfer;
  }

  test.each(['is there', 'is gone', 'is another one'])(
    'is requested again after a kill, and accepted once, whether the file %s',
    async (now) => {
      const { root, rewrite, received, puts, completions, item, run } = await completed();
      if (now === 'is gone') rmSync(join(root, item.name));
      if (now === 'is another one') rewrite(item);
      expect(await sendFile(run(), item)).toMatchObject({ kind: 'accepted' });
      expect(puts).toEqual([]);
      expect([...received.keys()]).toEqual([1]);
      expect(completions).toMatchObject([{ mayBeDone: true }]);
    },
  );

  test('leaves the file to a person where the platform refuses it afterwards', async () => {
    const { root, rewrite, answers, item, run } = await completed();
    answers.completeSourceFile = async () => refused;
    for (const change of [() => undefined, () => rewrite(item), () => rmSync(join(root, item.name))]) {
      change();
      expect(await sendFile(run(), item)).toMatchObject({
        kind: 'held',
        failure: { code: 'completion-unknown', cause: { code: 'refused' } },
      });
    }
  });

  test('is requested again if its answer was lost, and held if it is refused then', async () => {
    const { answers, completions, item, run } = await oneFile();
    const given = [lost, success({ kind: 'complete', state: null } as const)];
    answers.completeSourceFile = async () => given.shift() ?? refused;
    expect(await sendFile(run(), item)).toMatchObject({ kind: 'accepted' });
    expect(completions).toMatchObject([{ mayBeDone: false }, { mayBeDone: true }]);
    given.push(lost);
    expect(await sendFile(run(), item)).toMatchObject({
      kind: 'held',
      failure: { code: 'completion-unknown' },
    });
  });
});

describe('a refused completion', () => {
  test('has the platform get what it lacks', async () => {
    const { answers, usual, received, puts, item, run } = await oneFile();
    answers.completeSourceFile = async () => {
      answers.completeSourceFile = usual.completeSourceFile;
      received.get(1)?.parts.delete(2);
      return refused;
    };
    expect(await sendFile(run(), item)).toMatchObject({ kind: 'accepted' });
    expect(puts.slice(4)).toEqual(['/1/2']);
  });

  test('of parts that are right fails the file, and the next one is a first one', async () => {
    const { answers, usual, completions, item, run } = await oneFile();
    answers.completeSourceFile = async () => refused;
    expect(await sendFile(run(), item)).toMatchObject({
      kind: 'failed',
      failure: { code: 'completion-refused', cause: { code: 'refused' } },
    });
    answers.completeSourceFile = usual.completeSourceFile;
    expect(await sendFile(run(), item)).toMatchObject({ kind: 'accepted' });
    expect(completions).toMatchObject([{ mayBeDone: false }, { mayBeDone: false }]);
  });

  test('sends no part of a file that changed meanwhile', async () => {
    const { rewrite, answers, received, puts, item, run } = await oneFile();
    answers.completeSourceFile = async () => {
      received.get(1)?.parts.delete(2);
      rewrite(item);
      return refused;
    };
    expect(await sendFile(run(), item)).toMatchObject({ kind: 'failed', failure: { code: 'file-changed' } });
    expect(puts).toHaveLength(4);
  });
});

test('a file that is rewritten while it is sent is not completed', async () => {
  const { rewrite, answers, usual, completions, item, run } = await oneFile();
  answers.partUrl = (...asked) => {
    if (asked[2] === 4) rewrite(item);
    return usual.partUrl(...asked);
  };
  expect(await sendFile(run(), item)).toMatchObject({ kind: 'failed', failure: { code: 'file-changed' } });
  expect(completions).toEqual([]);
});

test('a part whose ETag is the MD5 of other bytes is sent again', async () => {
  const { answers, puts, addFile, run } = await transferOfTest({ partCheck: 'always' });
  const item = addFile('a.pst', content);
  const { etag } = answers;
  answers.etag = (bytes) => (bytes.length === partBytes || puts.length > 4 ? etag(bytes) : 'f'.repeat(32));
  expect(await sendFile(run(), item)).toMatchObject({ kind: 'accepted' });
  expect(puts).toEqual(['/1/1', '/1/2', '/1/3', '/1/4', '/1/4']);
});

test('a source file that is complete, which Lading never completed, is left to a person', async () => {
  const { answers, item, run } = await oneFile();
  answers.partUrl = async () => failure('source-file-complete');
  expect(await sendFile(run(), item)).toMatchObject({
    kind: 'held',
    failure: { code: 'source-file-complete' },
  });
});

test.each([
  ['key-refused', 'upload-stops', failure('key-refused', { operation: 'PostSourceFilePart', status: 401 })],
  ['refused', 'failed', failure('refused', { operation: 'PostSourceFilePart', status: 400 })],
])('a part URL that is answered with %s: %s', async (code, kind, answer) => {
  const { answers, item, run } = await oneFile();
  answers.partUrl = async () => answer;
  expect(await sendFile(run(), item)).toMatchObject({ kind, failure: { code } });
});
