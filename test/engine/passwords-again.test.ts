import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openReader, verifyReceipt } from '../../main/engine/index.ts';
import type { ChainedEvent } from '../../main/engine/types/hash-chain.ts';
import type { UploadId } from '../../main/engine/types/ids.ts';
import { replaceDraft } from '../../main/engine/uploads/drafts/replace-draft.ts';
import {
  addPasswords,
  summarizeLockedFiles,
  tryUploadPasswords,
} from '../../main/engine/uploads/prepare/locked-files.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { lockedFiles } from '../fixtures/locked-files.ts';
import { unwrap } from '../fixtures/result.ts';
import {
  never,
  type OpenedEngine,
  openWithContext,
  requestFor,
  runOptions,
  sourceFiles,
  startTestEnv,
  type TestEnv,
} from './harness.ts';

async function reopened(env: TestEnv): Promise<OpenedEngine> {
  const engine = openWithContext(env.stateDir);
  onTestFinished(() => engine.close());
  const { url: serverUrl, apiKey } = env.sandbox;
  unwrap(await engine.connect({ serverUrl, apiKey, profilePath: env.profilePath }));
  return engine;
}

/** How many passwords went with each source file, in order. */
function passwordsSent(engine: OpenedEngine, id: UploadId): readonly unknown[] {
  return [...engine.context.repositories.events.all(id)]
    .filter(({ type }: ChainedEvent) => type === 'source-file-created')
    .map(({ data }) => data['passwords'] ?? 0);
}

test('passwords that a restart lost are asked for, and go to the platform with the next files that are created', async () => {
  const env = await startTestEnv();
  await makeEvidence(
    env.evidence,
    Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`${at}.txt`, 9])),
  );
  const before = await reopened(env);
  const id = unwrap(await before.prepare(requestFor(env, { pack: 'never' }), never));
  unwrap(addPasswords(before.context, id, ['lost one', 'lost two']));
  expect(summarizeLockedFiles(before.context, id)).toMatchObject({ passwords: 2, mustEnterAgain: false });
  await before.close();

  const engine = await reopened(env);
  expect(summarizeLockedFiles(engine.context, id)).toMatchObject({ passwords: 0, mustEnterAgain: true });
  const sending = engine.run(id, runOptions({ limits: { concurrency: 1 } }));
  while (engine.context.repositories.uploads.totals(id).accepted.items === 0) await setImmediate();
  unwrap(addPasswords(engine.context, id, ['found again', 'and another']));
  expect(summarizeLockedFiles(engine.context, id)).toMatchObject({ passwords: 2, mustEnterAgain: false });
  unwrap(await sending);
  expect(await sourceFiles(env)).toHaveLength(60);
  const sent = passwordsSent(engine, id);
  expect([sent[0], sent.includes(2)]).toEqual([0, true]);
});

test('passwords of a draft that a restart lost are asked for, also once its sources are changed', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'a.txt': 9 });
  const before = await reopened(env);
  const id = unwrap(await before.prepare(requestFor(env), never, { isDraft: true }));
  unwrap(addPasswords(before.context, id, ['lost one']));
  await before.close();

  const engine = await reopened(env);
  const by = unwrap(await engine.prepare(requestFor(env), never, { isDraft: true }));
  replaceDraft(engine.context, id, by);
  expect(summarizeLockedFiles(engine.context, by)).toMatchObject({ passwords: 0, mustEnterAgain: true });
  expect(engine.upload(id).ok).toBe(false);
});

test('of files that are created at the same time, one has all passwords', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, {});
  const mail = 'From: doe@example.org\r\nTo: roe@example.org\r\nSubject: Report\r\n\r\nSee below.\r\n';
  writeFileSync(join(env.evidence, 'mail.eml'), mail);
  for (let at = 0; at < 20; at += 1) writeFileSync(join(env.evidence, `${at}.txt`), `Note ${at}.\n`);
  const engine = await reopened(env);
  const id = unwrap(await engine.prepare(requestFor(env, { pack: 'never' }), never));
  unwrap(addPasswords(engine.context, id, ['one', 'two', 'three']));
  unwrap(await engine.run(id, runOptions()));
  expect(passwordsSent(engine, id).filter((count) => count !== 0)).toEqual([3]);
});

const zip = lockedFiles.find(({ type }) => type === 'zip');

const locked = 'It needs a password (ZIP archive).';

/** What a receipt and the list of exceptions say of the locked archive. */
async function outcome(env: TestEnv, { context, writeReceipt }: OpenedEngine, id: UploadId) {
  const path = join(env.dir, 'receipt.json');
  unwrap(await writeReceipt(id, 'json', createWriteStream(path)));
  expect(unwrap(await verifyReceipt(path))).toMatchObject({ intact: true });
  const [{ text }] = JSON.parse(readFileSync(path, 'utf8')).items[0].findings;
  return [context.repositories.uploads.get(id)?.exceptions.locked, text];
}

test('what passwords opened is locked again once they are gone, unless the platform has them', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, {});
  writeFileSync(join(env.evidence, 'a.zip'), zip?.bytes ?? '');
  const enter = async ({ context }: OpenedEngine, id: UploadId) => {
    unwrap(addPasswords(context, id, [zip?.passwords[0] ?? '', 'never fits']));
    return unwrap(await tryUploadPasswords(context, id, never)).byStatus.opened;
  };
  const before = await reopened(env);
  const [lost, kept] = [
    unwrap(await before.prepare(requestFor(env), never)),
    unwrap(await before.prepare(requestFor(env), never)),
  ];
  for (const id of [lost, kept]) expect(await enter(before, id)).toBe(1);
  await before.close();

  const reader = unwrap(openReader(env.stateDir));
  expect(unwrap(reader.upload(lost)).exceptions.locked).toBe(1);
  reader.close();
  const engine = await reopened(env);
  expect(summarizeLockedFiles(engine.context, lost)).toMatchObject({
    byStatus: { opened: 0 },
    mustEnterAgain: true,
  });
  expect(await enter(engine, kept)).toBe(1);
  for (const id of [lost, kept]) unwrap(await engine.run(id, runOptions()));
  const opened = `${locked} The passwords that were entered open it.`;
  expect(await outcome(env, engine, lost)).toEqual([1, locked]);
  expect(await outcome(env, engine, kept)).toEqual([0, opened]);
  await engine.close();
  const after = await reopened(env);
  expect(await outcome(env, after, kept)).toEqual([0, opened]);
});

test.each([
  ['as it was', zip?.passwords[0] ?? '', [0, `${locked} The passwords that were entered open it.`]],
  ['edited', 'never fits', [1, locked]],
])('the passwords of a file that is %s are tried again after a restart', async (_, now, expected) => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, {});
  writeFileSync(join(env.evidence, 'a.zip'), zip?.bytes ?? '');
  const passwordFile = join(env.dir, 'passwords.txt');
  writeFileSync(passwordFile, zip?.passwords[0] ?? '');
  const before = await reopened(env);
  const id = unwrap(await before.prepare(requestFor(env, { passwordFile }), never));
  expect(unwrap(await before.tryPasswords(id, never, () => undefined)).byStatus.opened).toBe(1);
  await before.close();

  writeFileSync(passwordFile, now);
  const engine = await reopened(env);
  unwrap(await engine.run(id, runOptions()));
  expect(await outcome(env, engine, id)).toEqual(expected);
});
