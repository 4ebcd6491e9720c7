import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { failure, success } from '../../../../preload/contract/failures/failure.ts';
import { transferOfTest } from '../../../../test/fixtures/transfer.ts';
import { sendFile } from '../files/send-file.ts';
import type { TransferContext } from '../source-files/transfer-context.ts';
import { sendPack } from './send-pack.ts';

/** Two of them are a part. */
const memberBytes = 30_000;
const refused = failure('refused', { operation: 'PostSourceFile', status: 400, platformMessage: 'No.' });

async function onePack(files: number) {
  const transfer = await transferOfTest();
  const { addFile, addPack, packs } = transfer;
  const members = Array.from({ length: files }, (_, index) =>
    addFile(`${index + 1}.txt`, randomBytes(memberBytes)),
  );
  const { id } = addPack(members);
  /** As the store has it, for another run. */
  const pack = () => {
    const found = packs.get(id);
    if (found === null) throw new Error('The pack is missing');
    return found;
  };
  const partsOf = (sourceFileId: number): number => transfer.received.get(sourceFileId)?.parts.size ?? 0;
  return { ...transfer, members, pack, partsOf };
}

test('a pack is sent in parts of whole members, and completed once', async () => {
  const { pack, partsOf, completions, run } = await onePack(5);
  expect(await sendPack(run(), pack())).toMatchObject({ kind: 'accepted' });
  expect(partsOf(1)).toBe(3);
  expect(completions).toMatchObject([{ mayBeDone: false, etags: [{}, {}, {}] }]);
});

test('a member that changes after every part was sent, and before the completion is requested, fails alone', async () => {
  const { pack, members, rewrite, partsOf, completions, items, run } = await onePack(5);
  const stop = new AbortController();
  const context = run(stop.signal);
  const recordPart: TransferContext['sourceFiles']['recordPart'] = (id, part, at) => {
    context.sourceFiles.recordPart(id, part, at);
    if (part.number === 3) stop.abort();
  };
  const sourceFiles = { ...context.sourceFiles, recordPart };
  expect(await sendPack({ ...context, sourceFiles }, pack())).toEqual({ kind: 'stopped' });
  expect([partsOf(1), completions.length]).toEqual([3, 0]);
  const [changed] = members;
  if (changed === undefined) throw new Error('There are no members');
  rewrite(changed);
  expect(await sendPack(run(), pack())).toMatchObject({ kind: 'accepted' });
  expect(items.stateOf(changed.id)).toBe('failed');
  expect(pack().items).toBe(4);
});

test.each([
  { sha1: false, partCheck: 'auto' },
  { sha1: false, partCheck: 'never' },
  { sha1: true, partCheck: 'auto' },
] as const)(
  'packs whose parts got the members of each other by an edited store have what they hold: %o',
  async (request) => {
    const { root, addFile, addPack, packs, received, edit, run } = await transferOfTest(request);
    const each = ['a', 'b'].map((name) =>
      addPack([1, 2, 3, 4].map((index) => addFile(`${name}${index}.txt`, randomBytes(memberBytes)))),
    );
    for (const pack of each) {
      const stop = new AbortController();
      const context = run(stop.signal);
      const recordPart: TransferContext['sourceFiles']['recordPart'] = (...part) => {
        context.sourceFiles.recordPart(...part);
        stop.abort();
      };
      const sourceFiles = { ...context.sourceFiles, recordPart };
      expect(await sendPack({ ...context, sourceFiles }, pack)).toEqual({ kind: 'stopped' });
    }
    edit('UPDATE pack_members SET pack_id = 3 - pack_id WHERE part = 1');
    for (const [index, pack] of each.entries()) {
      expect(await sendPack(run(), pack)).toMatchObject({ kind: 'accepted' });
      const sent = Buffer.concat([...(received.get(index + 1)?.parts ?? [])].map(([, bytes]) => bytes));
      for (const { item } of packs.members(pack.id))
        expect(sent.includes(readFileSync(`${root}/${item.name}`)), item.name).toBe(true);
    }
  },
);

test('a pack with a part by an edited store that was never cut is not sent', async () => {
  const { pack, puts, completions, run } = await onePack(4);
  const transfer = run();
  const at = new Date().toISOString();
  const row = transfer.sourceFiles.recordPackRequest(pack().id, at);
  transfer.sourceFiles.recordCreated(row, 1);
  transfer.sourceFiles.recordPart(row, { number: 1, etag: 'x', sizeBytes: 1, digest: null }, at);
  const altered = { code: 'upload-altered', altered: 'parts' };
  expect(await sendPack(transfer, pack())).toMatchObject({ kind: 'upload-stops', failure: altered });
  expect([puts, completions]).toEqual([[], []]);
});

test('a pack whose completion was requested is accepted once after a kill, although its members are gone', async () => {
  const { root, pack, puts, received, completions, answers, usual, run } = await onePack(4);
  answers.completeSourceFile = async (...asked) => {
    await usual.completeSourceFile(...asked);
    return failure('stopped');
  };
  expect(await sendPack(run(), pack())).toEqual({ kind: 'stopped' });
  puts.splice(0);
  answers.completeSourceFile = usual.completeSourceFile;
  rmSync(root, { recursive: true });
  expect(await sendPack(run(), pack())).toMatchObject({ kind: 'accepted' });
  expect(puts).toEqual([]);
  expect([...received.keys()]).toEqual([1]);
  expect(completions).toMatchObject([{ mayBeDone: false }, { mayBeDone: true }]);
});

test('a pack whose completion was requested is not completed with a part of another size by an edited store', async () => {
  const { pack, completions, answers, run } = await onePack(4);
  answers.completeSourceFile = async () => failure('stopped');
  const transfer = run();
  expect(await sendPack(transfer, pack())).toEqual({ kind: 'stopped' });
  const row = transfer.sourceFiles.ofPack(pack().id);
  const [part] = row === null ? [] : transfer.sourceFiles.parts(row.id);
  if (row === null || part === undefined) throw new Error('No part was acknowledged');
  transfer.sourceFiles.recordPart(row.id, { ...part, sizeBytes: 1 }, new Date().toISOString());
  completions.splice(0);
  const altered = { code: 'upload-altered', altered: 'parts' };
  expect(await sendPack(run(), pack())).toMatchObject({ kind: 'upload-stops', failure: altered });
  expect(completions).toEqual([]);
});

test.each(['UPDATE pack_members SET pack_id = 3 - pack_id', "UPDATE pack_members SET sha256 = 'ab'"])(
  'a pack whose members changed in the store after its completion was requested is not asked for again: %s',
  async (sql) => {
    const { addFile, addPack, completions, answers, edit, run } = await transferOfTest();
    const each = ['a', 'b'].map((name) =>
      addPack([1, 2].map((index) => addFile(`${name}${index}.txt`, randomBytes(memberBytes)))),
    );
    answers.completeSourceFile = async () => failure('stopped');
    for (const pack of each) expect(await sendPack(run(), pack)).toEqual({ kind: 'stopped' });
    delete answers.completeSourceFile;
    completions.splice(0);
    edit(sql);
    const altered = { code: 'upload-altered', altered: 'members' };
    for (const pack of each)
      expect(await sendPack(run(), pack)).toMatchObject({ kind: 'upload-stops', failure: altered });
    expect(completions).toEqual([]);
  },
);

test('a pack that may be complete, and whose parts the platform lost, has the members that were sent last', async () => {
  const { pack, members, rewrite, received, answers, run, log } = await onePack(2);
  answers.completeSourceFile = async () => failure('stopped');
  expect(await sendPack(run(), pack())).toEqual({ kind: 'stopped' });
  received.get(1)?.parts.clear();
  for (const member of members) rewrite(member);
  const conflict = failure('refused', { operation: 'PostSourceFile', status: 409, platformMessage: 'No.' });
  answers.completeSourceFile = async () =>
    (received.get(1)?.parts.size ?? 0) === 0 ? conflict : failure('stopped');
  expect(await sendPack(run(), pack())).toEqual({ kind: 'stopped' });
  delete answers.completeSourceFile;
  expect(await sendPack(run(), pack())).toMatchObject({ kind: 'accepted' });
  expect(log()).toEqual(['source-file-created', 'pack-members-recorded', 'pack-members-recorded']);
});

test('a pack that may be complete, and can not be sent as it was, is left to a person', async () => {
  const { pack, members, rewrite, received, answers, run } = await onePack(4);
  answers.completeSourceFile = async () => failure('stopped');
  expect(await sendPack(run(), pack())).toEqual({ kind: 'stopped' });
  answers.completeSourceFile = async () => refused;
  received.get(1)?.parts.delete(1);
  for (const member of members) rewrite(member);
  expect(await sendPack(run(), pack())).toMatchObject({
    kind: 'held',
    failure: { code: 'completion-unknown' },
  });
  expect(pack().items).toBe(4);
});

test('a pack that one member is left of is no pack', async () => {
  const { root, pack, members, completions, run } = await onePack(2);
  writeFileSync(`${root}/${members[0]?.name}`, 'shorter');
  const context = run();
  // Another look at once: its source may have been away.
  expect(await sendPack(context, pack())).toMatchObject({ kind: 'retries', afterMs: 0 });
  expect(await sendPack(context, pack())).toEqual({ kind: 'dissolved' });
  expect(completions).toEqual([]);
});

test('a pack whose source file the platform gives to a file is sent whole into another one', async () => {
  const { answers, usual, pack, partsOf, addFile, received, completions, run } = await onePack(5);
  const file = addFile('alone.txt', 'alone');
  const first = run();
  answers.partUrl = async (...asked) => {
    if (asked[2] === 3) {
      answers.createSourceFile = async () => success({ id: 1, state: 'UPLOADING' });
      expect(await sendFile(first, file)).toMatchObject({ failure: { code: 'source-file-not-new' } });
      delete answers.createSourceFile;
    }
    return await usual.partUrl(...asked);
  };
  expect(await sendPack(first, pack())).toMatchObject({
    kind: 'upload-stops',
    failure: { code: 'source-file-reused', sourceFileId: 1 },
  });
  delete answers.partUrl;
  expect(await sendPack(run(), pack())).toMatchObject({ kind: 'accepted' });
  expect([partsOf(1), partsOf(2), received.get(1)?.isComplete]).toEqual([3, 3, false]);
  expect(completions).toMatchObject([{ etags: [{}, {}, {}] }]);
});

test('a pack that got another custodian than its files by an edited store is not sent', async () => {
  const { pack, received, edit, run } = await onePack(4);
  edit("UPDATE packs SET custodian = 'Eve'");
  expect(await sendPack(run(), pack())).toMatchObject({
    kind: 'upload-stops',
    failure: { code: 'upload-altered', altered: 'custodian' },
  });
  expect(received.size).toBe(0);
});
