/** docs/receipts.md says how to verify a receipt without Lading. Its commands are run here as they are written there. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { item, jsonOf, sha1, signatureOf, signingKey, sourceOf } from './fixtures/receipt.ts';

const doc = readFileSync(new URL('../docs/receipts.md', import.meta.url), 'utf8');
const [signatureScript = '', logScript = ''] = Array.from(
  doc.matchAll(/```sh\n(.*?)```/gs),
  ([, script]) => script,
);
const isMissing = (command: string, ...args: string[]): boolean => spawnSync(command, args).status !== 0;
/** Windows has none of them. */
const lacksTools =
  isMissing('sh', '-c', 'true') || isMissing('openssl', 'version') || isMissing('python3', '--version');

async function run(script: string, receipt: string): Promise<{ isVerified: boolean; output: string }> {
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

it.skipIf(lacksTools)('OpenSSL verifies the signature, and Python the log and the digests', async () => {
  const text = await jsonOf(sourceOf(items));
  const signature = await run(signatureScript, text);
  expect(signature.output).toContain(`signed by ${signingKey.fingerprint}`);
  expect(signature.output).toContain('Signature Verified Successfully');
  const head = /"head":"(\w+)",\n/.exec(text)?.[1];
  expect(await run(logScript, text)).toEqual({ isVerified: true, output: `consistent, head ${head}\n` });
});

it.skipIf(lacksTools)(
  'they refuse a receipt that was altered, and one that was altered and chained again',
  async () => {
    const genuine = sourceOf(items);
    const text = await jsonOf(genuine);
    const altered = text.replaceAll(items[0]?.sha1 ?? '', sha1('other content'));
    expect((await run(logScript, altered)).isVerified).toBe(false);
    const chained = await jsonOf(sourceOf([item(1, { sha1: sha1('other content') })]), signatureOf(genuine));
    expect((await run(signatureScript, chained)).isVerified).toBe(true);
    expect((await run(logScript, chained)).isVerified).toBe(false);
    const { value } = signatureOf(sourceOf([item(3)]));
    expect((await run(signatureScript, text.replace(signatureOf(genuine).value, value))).isVerified).toBe(
      false,
    );
  },
);
