import { createWriteStream } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeEvidence } from '../fakes/evidence.ts';
import { startRangeServer } from '../fakes/range-server.ts';
import { unwrap } from '../fixtures/result.ts';
import { never, problemTexts, requestFor, runOptions, startTestEnv, withEngine } from './harness.ts';

const partBytes = 64 * 1024;

test('keys, part URLs, passwords and what follows “?” in a link are in no store file, receipt or message', async () => {
  await using host = await startRangeServer({
    '/box/disk.e01': { bytes: Buffer.from('evidence'), query: '?token=opensesame' },
    '/box/gone.e01': { bytes: Buffer.from('evidence'), query: '?token=something-else' },
  });
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'disk.img': 12 * partBytes, 'a.txt': 4 });
  const passwordFile = join(env.dir, 'passwords.txt');
  await writeFile(passwordFile, 'correct horse\n');
  // Part URLs and refusals reach everything that reports a failure.
  await env.useFaults([
    { match: { operation: 'PutPart', every: 5 }, times: 2, fault: { kind: 'status', status: 500 } },
    { match: { operation: 'PutPart', every: 4 }, times: 2, fault: { kind: 'expired-url' } },
    { match: { operation: 'PutPart', partNumber: 12 }, fault: { kind: 'status', status: 400, title: 'No.' } },
  ]);
  const links = [
    `${host.origin}/box/disk.e01?token=opensesame`,
    `${host.origin}/box/gone.e01?token=opensesame`,
  ];
  const messages: string[] = [];
  const contents: Record<string, Buffer> = {};
  await withEngine(env, async (engine) => {
    engine.onProgress((progress) => messages.push(JSON.stringify(progress)));
    const id = unwrap(await engine.prepare(requestFor(env, { links, passwordFile }), never));
    const summary = unwrap(await engine.run(id, runOptions()));
    expect(summary.totals).toMatchObject({
      accepted: { items: 1 },
      handedOver: { items: 1 },
      failed: { items: 2 },
    });
    messages.push(JSON.stringify([summary, ...engine.problems(id)]));
    for (const format of ['json', 'csv'] as const)
      unwrap(
        await engine.writeReceipt(id, format, createWriteStream(join(env.stateDir, `receipt.${format}`))),
      );
    // While it is open: the write-ahead log is part of the store.
    for (const name of await readdir(env.stateDir)) contents[name] = await readFile(join(env.stateDir, name));
  });
  expect(Object.keys(contents)).toEqual(
    expect.arrayContaining(['lading.db', 'lading.db-wal', 'receipt.json']),
  );
  contents['messages'] = Buffer.from(messages.join('\n'));
  const [, keyId = '', keySecret = ''] = env.sandbox.apiKey.split('.');
  const secrets = [keySecret, 'opensesame', 'signature=', 'correct horse'];
  for (const [name, content] of Object.entries(contents))
    for (const secret of secrets) expect(content.includes(secret), `${secret} in ${name}`).toBe(false);
  // The search finds what is there.
  expect(contents['lading.db-wal']?.includes(keyId)).toBe(true);
  expect(contents['lading.db-wal']?.includes('/box/disk.e01')).toBe(true);
});

test('a password that the platform quotes is removed from its message and from the item’s reason', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'a.zip': 4, 'b.zip': 4 });
  const passwordFile = join(env.dir, 'passwords.txt');
  await writeFile(passwordFile, 'correct horse\n');
  const title = '“correct horse” opens nothing.';
  await env.useFaults([
    { match: { operation: 'PostDatasetFile' }, times: 1, fault: { kind: 'status', status: 409, title } },
    { match: { operation: 'PostSourceFile' }, fault: { kind: 'status', status: 409, title } },
  ]);
  await withEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env, { passwordFile }), never));
    unwrap(await engine.run(id, runOptions()));
    const reasons = problemTexts(engine.problems(id)).map(({ reason }) => reason);
    expect(reasons).toHaveLength(2);
    for (const reason of reasons) expect(reason).toContain('“■■■” opens nothing');
  });
});
