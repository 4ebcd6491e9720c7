/** docs/receipts.md says how to verify a receipt without Lading. Its commands are run here as they are written there. */
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import type { ReceiptItem } from '../main/engine/custody/receipt.ts';
import { proveReceipt } from '../main/engine/custody/receipt-proof.ts';
import { createReceiptReader } from '../main/engine/custody/receipt-reader.ts';
import { canonicalJson, type JsonObject } from '../main/engine/types/canonical-json.ts';
import { verifyLimitText } from '../preload/contract/texts/verify-text.ts';
import {
  at,
  genuine,
  items,
  ofType,
  reissued,
  signature,
  withCreated,
  withLog,
  withPack,
  withParts,
  withTotals,
} from './fixtures/edited-receipts.ts';
import { item, jsonOf, newSigningKey, sha1, signatureOf, signingKey, sourceOf } from './fixtures/receipt.ts';
import { unwrap } from './fixtures/result.ts';

const doc = readFileSync(new URL('../docs/receipts.md', import.meta.url), 'utf8');
const [, script = ''] = /```sh\n(.*?)```/s.exec(doc) ?? [];
const isMissing = (command: string, ...args: string[]): boolean => spawnSync(command, args).status !== 0;
/** Windows has none of them. */
const lacksTools =
  isMissing('sh', '-c', 'true') || isMissing('openssl', 'version') || isMissing('python3', '--version');

async function run(receipt: string): Promise<{ isVerified: boolean; output: string }> {
  const dir = mkdtempSync(join(tmpdir(), 'lading-format-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  writeFileSync(join(dir, 'receipt.json'), receipt);
  try {
    const { stdout } = await promisify(execFile)('sh', ['-e', '-c', script], { cwd: dir });
    return { isVerified: true, output: stdout };
  } catch (error) {
    return { isVerified: false, output: String(error) };
  }
}

const altered = [item(1, { sha1: sha1('other content') })];

it.skipIf(lacksTools)('Python verifies the log and the digests, and OpenSSL the signature', async () => {
  const text = await jsonOf(genuine);
  const { isVerified, output } = await run(text);
  expect(isVerified).toBe(true);
  expect(output).toContain(`consistent, head ${/"head":"(\w+)",\n/.exec(text)?.[1]}\n`);
  expect(output).toContain(`signed by ${signingKey.fingerprint}`);
  expect(output).toContain('Signature Verified Successfully');
});

it.skipIf(lacksTools).each<[string, () => Promise<string>]>([
  ['altered', async () => (await jsonOf(genuine)).replaceAll(items[0]?.sha1 ?? '', sha1('other content'))],
  ['altered and chained again', () => jsonOf(sourceOf(altered), signature)],
  ['given the signature of another', () => jsonOf(genuine, signatureOf(sourceOf([item(3)])))],
  ['given a signature of another key', () => jsonOf(genuine, signatureOf(genuine, newSigningKey()))],
  [
    'altered, chained again, and made to contain the signed statement elsewhere',
    () => {
      const settings = { x: { ...signature } };
      const forged = sourceOf(altered, { settings });
      return jsonOf(forged, { ...signatureOf(forged), value: signature.value });
    },
  ],
  [
    'given a second list of files',
    async () => {
      const text = await jsonOf(genuine);
      return text.replace('"items":[', `"items":[\n],\n"items":[`);
    },
  ],
  ['cut off before its last line feed', async () => (await jsonOf(genuine)).slice(0, -1)],
  ['given Windows line ends', async () => (await jsonOf(genuine)).replaceAll('\n', '\r\n')],
  [
    'given another format',
    async () => (await jsonOf(genuine)).replace('"formatVersion":7,', '"formatVersion":7.0,'),
  ],
  ['robbed of a line', async () => (await jsonOf(genuine)).replace(/"format":.*\n/, '')],
  [
    'put in another order',
    async () => (await jsonOf(genuine)).replace(/("upload":.*\n)("totals":.*\n)/, '$2$1'),
  ],
  ['given a key with another character', async () => (await jsonOf(genuine)).replace('"publicKey":"', '$&!')],
  ['given another algorithm', async () => (await jsonOf(genuine)).replace('"algorithm":"', '$&x')],
  [
    'written from a store that was edited',
    () => {
      const edited = items.map((each) => ({ ...each, custodian: 'Eve' }));
      return jsonOf(reissued(edited));
    },
  ],
  [
    'written from a store in which a file was made to have failed',
    () => {
      const failed = { ...item(1, { outcome: 'failed', reason: { code: 'cancelled' } }) };
      return jsonOf(reissued([failed, ...items.slice(1)]));
    },
  ],
  ['written from a store that lost a file', () => jsonOf(reissued(items.slice(1)))],
  ['of another sandbox', () => jsonOf({ ...reissued(items, { sandbox: true }) })],
  [
    'written over a log with the outcome of a file that it does not have',
    () => {
      const reason = { code: 'skipped-by-person' };
      const changes = [{ items: [[9, 9]], now: { outcome: 'skipped', reason } }];
      return jsonOf(reissued(items, {}, ['items-settled', { changes }]));
    },
  ],
  [
    'written over a log with another size of a file that it does not have',
    () => {
      const was = { sizeBytes: 1, modified: null };
      const identity = { was, now: { ...was, sizeBytes: 2 } };
      return jsonOf(reissued(items, {}, ['items-settled', { item: 9, identity }]));
    },
  ],
  [
    'written from a store in which a file that is not in the inventory got an earlier size',
    () => {
      const { sizeBytes, modified } = item(3);
      const late = item(3, { outcome: 'pending', scanned: { sizeBytes, modified } });
      return jsonOf(reissued([...items, late]));
    },
  ],
  [
    'given a total that is no number',
    () => withTotals((totals) => totals.replace('"held":{"bytes":0', '"held":{"bytes":false')),
  ],
  ['robbed of a total', () => withTotals((totals) => totals.replace(/"pending":{[^}]*},/, ''))],
  [
    'given a time that is no text',
    () => {
      const timeless: ReceiptItem = JSON.parse(JSON.stringify({ ...item(1), modified: {} }));
      return jsonOf(sourceOf([timeless]));
    },
  ],
  [
    'robbed of a member of a file',
    () => {
      const { reasonText: _, ...rest } = item(1);
      const robbed: ReceiptItem = JSON.parse(JSON.stringify(rest));
      return jsonOf(sourceOf([robbed]));
    },
  ],
  ['robbed of the time of an event', () => withLog(({ at: _, ...event }) => [event])],
  ['given another member of an event', () => withLog((event) => [{ ...event, by: 'Eve' }])],
  [
    'logged with a day that no calendar has',
    () => withLog((event) => [{ ...event, at: '2023-02-29T08:00:00.000Z' }]),
  ],
  [
    'logged with true for 1',
    () => withLog(ofType('source-file-completed', (data) => ({ ...data, item: true }))),
  ],
  [
    'logged with true for 1 file in the inventory',
    () => withLog(ofType('inventory-recorded', (data) => ({ ...data, firstItem: true }))),
  ],
  ['sent to another source file than the one that was created', () => withCreated({ sourceFileId: 5 })],
  [
    'sent with another custodian',
    () => withCreated({ sourceFileId: items[0]?.sourceFileId ?? 0, custodian: 'Eve' }),
  ],
  ['sent in another pack than the one that was created', () => withPack({ sourceFileId: 78 })],
  [
    'sent in a pack with another custodian of a folder',
    () => withPack({ custodian: 'Ng, Ana', childCustodians: { 'Ng, Ana/': 'Eve' } }),
  ],
  ['sent in a pack with another custodian', () => withPack({ custodian: 'Eve' })],
  ['sent in a pack of other files', () => withPack({}, { membersSha256: 'cd'.repeat(32) })],
  ['logged further than its receipt', () => withLog((event) => [event], [{ at, type: 'noted', data: {} }])],
  ['given a file between two parts of the inventory', () => withParts([1, 1], [3, 3])],
  ['given the parts of the inventory in another order', () => withParts([2, 3], [1, 1])],
  [
    'signed with another member',
    async () => {
      const text = await jsonOf(genuine);
      const statement: JsonObject = { ...signature.statement, by: 'Eve' };
      const value = signingKey.sign(Buffer.from(canonicalJson(statement))).toString('base64');
      return text.replace(
        /^"signature":.*,$/m,
        () => `"signature":${canonicalJson({ ...signature, statement, value })},`,
      );
    },
  ],
])('they refuse a receipt that was %s, and so does Lading', async (_, receipt) => {
  const text = await receipt();
  expect(await run(text)).toMatchObject({ isVerified: false });
  const reader = createReceiptReader('receipt.json');
  const isRefused = text
    .split('\n')
    .some((line, at, all) => at < all.length - 1 && reader.line(line) !== null);
  const read = isRefused ? null : reader.end();
  if (text.endsWith('\n') && read?.ok === true) expect(read.value.problems).not.toEqual([]);
});

it.skipIf(lacksTools)('they accept runs with another interface profile, and Lading names it', async () => {
  const run1 = { profile: 'Default', profileSha256: 'a'.repeat(64) };
  const run2 = { profile: 'Default, edited', profileSha256: 'b'.repeat(64) };
  const source = reissued(
    items,
    { finished: at },
    ['upload-started', run1],
    ['upload-started', run2],
    ['upload-finished', {}],
  );
  const text = await jsonOf(source, signatureOf(source));
  expect(await run(text)).toMatchObject({ isVerified: true });
  const reader = createReceiptReader('receipt.json');
  for (const line of text.trimEnd().split('\n')) expect(reader.line(line)).toBeNull();
  const from = { name: run1.profile, sha256: run1.profileSha256 };
  const to = { name: run2.profile, sha256: run2.profileSha256 };
  const { profileChange, ...check } = unwrap(reader.end());
  expect([check.problems, profileChange]).toMatchObject([[], { from, to }]);
  const [limit] = proveReceipt({ ...check, profileChange }, {}).limits;
  expect(limit).toMatchObject({ code: 'profile-changed', from, to });
  if (limit !== undefined)
    expect(verifyLimitText(limit)).toContain(`from “Default” (SHA-256 ${from.sha256}) to “Default, edited”`);
});

it.skipIf(lacksTools)(
  'they refuse a key of small order, whose one signature verifies over every message',
  async () => {
    const neutral = Buffer.from(`01${'00'.repeat(31)}`, 'hex');
    const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), neutral]);
    const key = {
      storage: 'file',
      fingerprint: createHash('sha256').update(der).digest('hex'),
      publicKey: der.toString('base64'),
      sign: () => Buffer.concat([neutral, Buffer.alloc(32)]),
    } as const;
    const forged = sourceOf(items, {}, key);
    expect(await run(await jsonOf(forged, signatureOf(forged, key)))).toMatchObject({
      isVerified: false,
      output: expect.stringContaining('small order'),
    });
  },
);

it.skipIf(lacksTools).each([
  ['a file', () => withCreated({ sourceFileId: items[0]?.sourceFileId ?? 0, custodian: 'Ng, Ana' })],
  ['a pack', () => withPack({ custodian: 'Ng, Ana', childCustodians: { 'Ng, Ana/': 'Ng, Ana' } })],
  ['a pack of an earlier version', () => withPack({}, null)],
])('they verify the custodian that went with %s', async (_, receipt) => {
  const text = await receipt();
  expect(await run(text)).toMatchObject({ isVerified: true });
  const reader = createReceiptReader('receipt.json');
  for (const line of text.trimEnd().split('\n')) expect(reader.line(line)).toBeNull();
  expect(unwrap(reader.end()).problems).toEqual([]);
});

it.skipIf(lacksTools)('they verify an inventory in several parts', async () => {
  expect(await run(await withParts([1, 1], [2, 3]))).toMatchObject({ isVerified: true });
});

it.skipIf(lacksTools)('they verify a log of every kind of event', async () => {
  const { sizeBytes, modified } = item(6);
  const text = await jsonOf(
    sourceOf([
      ...items,
      item(3, {
        outcome: 'handedOver',
        root: null,
        path: 'https://x.example/a',
        link: 'https://x.example/a',
        sizeBytes: null,
        modified: null,
        partCount: null,
        sha1: null,
      }),
      item(4, { outcome: 'pending' }),
      item(5, { findings: [{ code: 'empty', details: {}, text: 'It is empty.' }] }),
      // Its size and time changed, and changed back.
      item(6, { scanned: { sizeBytes, modified } }),
    ]),
  );
  expect(await run(text)).toMatchObject({ isVerified: true });
});
