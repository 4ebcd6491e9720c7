/** docs/receipts.md says how to verify a receipt without Lading. Its commands are run here as they are written there. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { item, jsonOf, newSigningKey, sha1, signatureOf, signingKey, sourceOf } from './fixtures/receipt.ts';

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

const items = [
  item(1),
  item(2, {
    path: 'Жукова, Ирина/план\u2028 "\\\u0001\t\u007f𝒳.txt',
    outcome: 'failed',
    reason: { code: 'path-missing' },
  }),
];

const genuine = sourceOf(items);
const signature = signatureOf(genuine);
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
])('they refuse a receipt that was %s', async (_, receipt) => {
  expect(await run(await receipt())).toMatchObject({ isVerified: false });
});
