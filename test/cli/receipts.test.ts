/** The key that signs receipts, and what verify proves with it. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReceiptUpload } from '../../main/engine/custody/receipt.ts';
import { controlFolderName, keyFileName } from '../../main/engine/store/files/own-names.ts';
import { acquireLock } from '../../main/engine/store/lock.ts';
import { canonicalJson, sha256Hex } from '../../main/engine/types/canonical-json.ts';
import {
  comparisonNotProvedText,
  receiptProofText,
  sandboxText,
  verifyProblemText,
  writerNotProved,
} from '../../preload/contract/texts/verify-text.ts';
import { openWithContext } from '../engine/harness.ts';
import { item, jsonOf, newSigningKey, sha1, signatureOf, signingKey, sourceOf } from '../fixtures/receipt.ts';
import { unwrap } from '../fixtures/result.ts';
import { storeUpload } from '../fixtures/stored-upload.ts';
import { jsonLines, start } from './command.ts';
import { lading } from './in-process.ts';

let dir = '';
let receipt = '';
let forged = '';
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'lading-receipts-'));
  receipt = join(dir, 'receipt.json');
  forged = join(dir, 'forged.json');
  const genuine = sourceOf([item(1), item(2)]);
  writeFileSync(receipt, await jsonOf(genuine));
  const changed = sourceOf([item(1), item(2, { sha1: sha1('other content') })]);
  writeFileSync(forged, await jsonOf(changed, signatureOf(genuine)));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const verify = (path: string, ...args: string[]) =>
  lading(['verify', path, '--state', join(dir, 'empty'), ...args]);
const oneLine = (text: string) => text.replace(/\s+/g, ' ');
const { fingerprint } = signingKey;

it('signing-key makes a key once, which only this user can read, and shows its public half', async () => {
  const state = join(dir, 'state');
  const first = await lading(['signing-key', '--state', state]);
  expect(first).toMatchObject({ code: 0, err: '' });
  const shown = /^Fingerprint: ([0-9a-f]{64})$/m.exec(first.out)?.[1];
  const path = join(state, keyFileName);
  expect(first.out).toContain(path);
  expect(first.out).toContain('-----BEGIN PUBLIC KEY-----');
  expect(first.out).not.toContain('PRIVATE KEY-----');
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  const again = await lading(['signing-key', '--state', state, '--json']);
  expect(jsonLines(again.out)).toMatchObject([{ event: 'signing-key', fingerprint: shown, storage: 'file' }]);
  expect(again.out).not.toContain('PRIVATE KEY-----');
});

it('a receipt signed with an unknown key names it, and how to compare its fingerprint', async () => {
  const { code, out, err } = await verify(receipt);
  expect({ code, err }).toEqual({ code: 6, err: '' });
  expect(out).toContain(writerNotProved);
  expect(out).toContain(receiptProofText('signed').title);
  expect(out).toContain(fingerprint);
  expect(oneLine(out)).toContain('signing-key');
  expect(oneLine(out)).toContain('from another data folder, pass that one as --state');
});

it('exits with 6 for what anyone could have written: signed again, or not signed', async () => {
  const path = join(dir, 'anyone.json');
  const other = newSigningKey();
  const signedAgain = sourceOf([item(1, { custodian: 'Eve' })], {}, other);
  for (const text of [
    await jsonOf(signedAgain, signatureOf(signedAgain, other)),
    await jsonOf(sourceOf([item(1)], {}, null), null),
  ]) {
    writeFileSync(path, text);
    const { code, out } = await verify(path);
    expect(code).toBe(6);
    expect(out).toContain(writerNotProved);
    const head = /"head":"([0-9a-f]{64})"/.exec(text)?.[1] ?? '';
    const known = await verify(path, '--head', head);
    expect(known.code).toBe(0);
    expect(known.out).not.toContain(writerNotProved);
  }
});

it('says at once that the store was edited, and writes the receipt all the same', async () => {
  const state = join(dir, 'edited');
  const engine = openWithContext(state);
  storeUpload(engine.context, 10);
  engine.context.store.db.exec("UPDATE items SET name = 'other' WHERE id = 2");
  await engine.close();
  const out = join(dir, 'edited.json');
  const ran = await lading(['receipt', '1', '--state', state, '--out', out]);
  expect(ran.code).toBe(2);
  expect(oneLine(ran.err)).toContain(verifyProblemText({ code: 'items-not-logged' }));
  expect((await lading(['verify', out, '--state', state])).code).toBe(2);
});

it('a receipt that was altered and chained again is refused', async () => {
  const { code, out } = await verify(forged);
  expect(code).toBe(2);
  expect(out).toContain(receiptProofText('not-intact').title);
  expect(oneLine(out)).toContain(verifyProblemText({ code: 'signature-over-other-log' }));
});

it('a comparison with a receipt that was refused says that it proves nothing', async () => {
  const copy = join(dir, 'copy');
  mkdirSync(join(copy, 'Ng, Ana'), { recursive: true });
  const refused = await verify(forged, '--against', copy);
  expect(oneLine(refused.out)).toContain(comparisonNotProvedText);
  const genuine = await verify(receipt, '--against', copy);
  expect(oneLine(genuine.out)).not.toContain(comparisonNotProvedText);
});

it('a receipt says which server got the upload', async () => {
  const { out } = await verify(receipt);
  expect(out).toContain('https://review.example.com');
});

it('--key and --head refuse another signer and another head, and accept the right ones in any spelling', async () => {
  const head = /"head":"([0-9a-f]{64})"/.exec(readFileSync(receipt, 'utf8'))?.[1] ?? '';
  const spelled = fingerprint.toUpperCase().replace(/(..)(?=.)/g, '$1:');
  const inGroups = head.replace(/(.{8})(?=.)/g, '$1-');
  const right = await verify(receipt, '--key', spelled, '--head', inGroups, '--json');
  expect(right.code).toBe(0);
  expect(jsonLines(right.out)).toMatchObject([
    { event: 'verified', proof: 'signed-as-expected', headMatches: true, signer: { fingerprint } },
  ]);
  const other = 'ab'.repeat(32);
  for (const args of [
    ['--key', other],
    ['--head', other],
  ]) {
    const wrong = await verify(receipt, ...args);
    expect(wrong.code).toBe(2);
    expect(wrong.out).toContain(receiptProofText('not-expected').title);
    expect(oneLine(wrong.out)).toContain(other);
  }
});

it('a receipt can not write into its own verification', async () => {
  const lie = `Result    ${receiptProofText('signed-as-expected').title}.`;
  const forge = async (changes: Partial<ReceiptUpload>, at = '2024-05-02T08:11:00.000Z') => {
    const source = sourceOf([item(1)], changes);
    const events = [...source.events()];
    const last = events.pop();
    const { seq = 0, type = '', data = {}, previousHash = '' } = last ?? {};
    const event = { seq, at, type, data, previousHash };
    const written = {
      ...source,
      events: () => [...events, { ...event, hash: sha256Hex(canonicalJson(event)) }],
    };
    const path = join(dir, 'lying.json');
    writeFileSync(path, await jsonOf(written));
    return path;
  };
  const paths = [
    await forge({ id: `1\u001b[2K\n  ${lie}\n\u001b[8m` }),
    await forge({}, `today\n  ${lie}\n\u001b[8m`),
    await forge({ datasetName: `a\n  ${lie}`, databaseName: `b${' '.repeat(70)}${lie}` }),
    await forge({ datasetName: `a${'\u00a0'.repeat(90)}${lie.replaceAll(' ', '\u00a0')}` }),
  ];
  for (const path of paths) {
    const { out } = await verify(path);
    expect(out).not.toContain('\u001b');
    expect(out.split('\n').filter((line) => /^ {2}Result/.test(line))).toHaveLength(1);
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
  }
});

it('says what became of the files, and that a sandbox received them', async () => {
  const path = join(dir, 'partly.json');
  const items = [item(1), item(2, { outcome: 'failed' }), item(3, { outcome: 'pending' })];
  writeFileSync(path, await jsonOf(sourceOf(items, { sandbox: true })));
  const { out } = await verify(path);
  expect(out).toContain('1 accepted, 1 failed, 1 not finished');
  expect(oneLine(out)).toContain(sandboxText);
});

it('a fingerprint that is none is refused without being repeated', async () => {
  const { code, err, out } = await verify(receipt, '--key', 'sk.k7.secret');
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain('--key');
  expect(err).not.toContain('secret');
});

it('a kill while a receipt is written leaves no receipt, and the next one is whole and of the same key', async () => {
  const state = join(dir, 'killed');
  const engine = openWithContext(state);
  storeUpload(engine.context, 15_000);
  await engine.close();
  const key = jsonLines((await lading(['signing-key', '--state', state, '--json'])).out)[0]?.['fingerprint'];
  const folder = join(dir, 'killed receipts');
  mkdirSync(folder);
  const out = join(folder, 'receipt.json');
  const args = ['receipt', '1', '--state', state, '--out', out];
  const writing = start(args);
  // It is being written under a temporary name.
  await expect.poll(() => readdirSync(folder).length, { timeout: 20_000, interval: 5 }).toBe(1);
  writing.child.kill('SIGKILL');
  await writing.ended;
  expect(existsSync(out)).toBe(false);
  expect((await lading(args)).code).toBe(0);
  const verified = await lading(['verify', out, '--state', state, '--json']);
  expect(jsonLines(verified.out)).toMatchObject([
    { proof: 'signed-here', signer: { fingerprint: key }, items: 15_000, intact: true },
  ]);
});

describe('beside another process that has the store', () => {
  it('a receipt is printed, or written where it was asked for, and listed among those saved', async () => {
    const state = join(dir, 'beside');
    const engine = openWithContext(state);
    storeUpload(engine.context, 10);
    const printed = await lading(['receipt', '1', '--state', state]);
    expect(printed).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(printed.out)).toMatchObject({ format: 'lading-receipt' });
    const out = join(dir, 'beside.json');
    const args = ['receipt', '1', '--state', state, '--out', out];
    expect((await lading(args)).code).toBe(0);
    expect((await lading(['verify', out, '--state', state])).code).toBe(0);
    await expect.poll(() => engine.savedReceipts(5)).toMatchObject([{ uploadId: 1, path: out }]);
    const again = await lading(args);
    expect(again.code).toBe(1);
    expect(again.err).toContain('--force');
    await expect.poll(() => readdirSync(join(state, controlFolderName))).toEqual([]);
    await engine.close();
    // Whoever shares the folder can put keys into it.
    const proof = async () => jsonLines((await lading(['verify', out, '--state', state, '--json'])).out);
    expect(await proof()).toMatchObject([{ proof: 'signed-here' }]);
    const unread = join(dir, 'unread');
    cpSync(state, unread, { recursive: true });
    writeFileSync(join(unread, 'lading.db'), 'no store');
    const unknown = await lading(['verify', out, '--state', unread]);
    expect([unknown.code, unknown.err]).toEqual([
      6,
      expect.stringContaining('one of them counts as unknown'),
    ]);
    if (process.platform === 'win32') return;
    chmodSync(state, 0o3777);
    expect(await proof()).toMatchObject([{ proof: 'signed' }]);
    expect(statSync(state).mode & 0o7777).toBe(0o3777);
  });

  it('one that the other process cannot write is refused with its reason', async () => {
    const state = join(dir, 'beside-refused');
    const engine = openWithContext(state);
    storeUpload(engine.context, 10);
    const args = ['receipt', '1', '--state', state, '--timestamp-url', 'ftp://tsa.example'];
    const refused = await lading([...args, '--json']);
    expect(refused.code).toBe(1);
    expect(jsonLines(refused.out)).toMatchObject([{ event: 'error', code: 'timestamp-url-malformed' }]);
    await engine.close();
  });

  it('one that the other process left is written once that one has ended', async () => {
    const state = join(dir, 'beside-ended');
    const engine = openWithContext(state);
    storeUpload(engine.context, 10);
    await engine.close();
    const lock = unwrap(acquireLock(state, 'test', () => new Date()));
    const asking = lading(['receipt', '1', '--state', state]);
    await expect.poll(() => existsSync(join(state, controlFolderName))).toBe(true);
    lock.release();
    expect(await asking).toMatchObject({ code: 0, err: '' });
  });
});
