import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import fc from '../../../test/fixtures/property.ts';
import {
  item,
  jsonOf,
  newSigningKey,
  sha1,
  signatureOf,
  signingKey,
  sourceOf,
} from '../../../test/fixtures/receipt.ts';
import { unwrap } from '../../../test/fixtures/result.ts';
import { canonicalJson } from '../types/canonical-json.ts';
import { createReceiptReader } from './receipt-reader.ts';
import { type VerifyOptions, type VerifyReport, verifyReceipt } from './verify.ts';

const items = [item(1), item(2, { path: 'Жукова, Ирина/план.txt' })];
const forgedItems = [items[0] ?? item(1), item(2, { sha1: sha1('other content') })];

let path = '';
beforeEach(async () => {
  const dir = await mkdtemp(join(tmpdir(), 'lading-signature-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  path = join(dir, 'receipt.json');
});

async function verify(text: string, options: VerifyOptions = {}): Promise<VerifyReport> {
  await writeFile(path, text);
  return unwrap(await verifyReceipt(path, options));
}
const codesOf = ({ problems }: VerifyReport) => problems.map(({ code }) => code);

describe('what was proved', () => {
  const otherKey = '0'.repeat(64);
  const { fingerprint } = signingKey;
  test.each<readonly [string, VerifyOptions, Partial<VerifyReport>]>([
    ['of a key that is not known here', { ownKeys: [otherKey] }, { proof: 'signed' }],
    ['of a key of this installation', { ownKeys: [otherKey, fingerprint] }, { proof: 'signed-here' }],
    ['of the key that was asked for', { key: fingerprint }, { proof: 'signed-as-expected' }],
    [
      'of another key than the one that was asked for',
      { key: otherKey, ownKeys: [fingerprint] },
      {
        proof: 'not-expected',
        mismatches: [{ code: 'key-differs', expected: otherKey, found: fingerprint }],
      },
    ],
  ])('a signature %s', async (_what, options, expected) => {
    const report = await verify(await jsonOf(sourceOf(items)), options);
    expect(report).toMatchObject({ intact: true, signer: { fingerprint, storage: 'file' }, ...expected });
  });

  test('a receipt without a signature is consistent, and refused where a key was asked for', async () => {
    const source = sourceOf(items, {}, null);
    const text = await jsonOf(source, null);
    expect(await verify(text)).toMatchObject({ intact: true, proof: 'consistent', signer: null });
    expect(await verify(text, { key: fingerprint })).toMatchObject({
      proof: 'not-expected',
      mismatches: [{ code: 'key-differs', expected: fingerprint, found: null }],
    });
  });

  test('a log head that was kept elsewhere is compared, and one from before the log continued is named', async () => {
    const source = sourceOf(items);
    const [first] = source.events();
    const text = await jsonOf(source);
    const { head } = await verify(text);
    expect(await verify(text, { head })).toMatchObject({ proof: 'signed', headMatches: true });
    expect(await verify(text, { head: otherKey })).toMatchObject({
      proof: 'not-expected',
      mismatches: [{ code: 'head-differs', expected: otherKey, found: head }],
    });
    expect(await verify(text, { head: first?.hash })).toMatchObject({
      proof: 'not-expected',
      mismatches: [{ code: 'head-earlier', seq: 1 }],
    });
  });
});

describe('a forged receipt', () => {
  test('with a changed SHA-1 and every hash computed again does not match its signature', async () => {
    const genuine = sourceOf(items);
    const report = await verify(await jsonOf(sourceOf(forgedItems), signatureOf(genuine)));
    expect(codesOf(report)).toEqual(['signature-over-other-log']);
    expect(report).toMatchObject({ intact: false, proof: 'not-intact', signer: null });
  });

  test('whose statement was changed to fit is not signed', async () => {
    const forged = sourceOf(forgedItems);
    const [genuineSignature, fit] = [signatureOf(sourceOf(items)), signatureOf(forged)];
    const report = await verify(await jsonOf(forged, { ...fit, value: genuineSignature.value }));
    expect(codesOf(report)).toEqual(['signature-invalid']);
  });

  test('that was signed again with another key is found by its log', async () => {
    const other = newSigningKey();
    const forged = sourceOf(forgedItems);
    expect(codesOf(await verify(await jsonOf(forged, signatureOf(forged, other))))).toEqual([
      'signing-key-differs',
    ]);
  });

  test('whose log names the other key as well is never taken for one of a known key', async () => {
    const other = newSigningKey();
    const forged = sourceOf(forgedItems, {}, other);
    const text = await jsonOf(forged, signatureOf(forged, other));
    expect(await verify(text, { ownKeys: [signingKey.fingerprint] })).toMatchObject({ proof: 'signed' });
    expect(await verify(text, { key: signingKey.fingerprint })).toMatchObject({ proof: 'not-expected' });
  });

  test('that claims the fingerprint of another key is not signed', async () => {
    const other = newSigningKey();
    const source = sourceOf(items);
    const claimed = signatureOf(source, { ...other, fingerprint: signingKey.fingerprint });
    expect(codesOf(await verify(await jsonOf(source, claimed)))).toEqual(['signature-invalid']);
  });

  test('whose signature was removed is found by its log', async () => {
    const text = await jsonOf(sourceOf(items), null);
    expect(codesOf(await verify(text))).toEqual(['signature-missing']);
  });

  test('whose statement names another format is not in the form of a receipt', async () => {
    const text = await jsonOf(sourceOf(items));
    await writeFile(path, text.replace('"statement":{"formatVersion":7,', '"statement":{"formatVersion":6,'));
    expect(await verifyReceipt(path)).toMatchObject({ ok: false, failure: { code: 'receipt-edited' } });
  });

  test('with the signature of another upload, or of an earlier receipt, is refused', async () => {
    const source = sourceOf(items);
    const otherUpload = signatureOf(sourceOf(items, { id: '7a9d3a0e-3f5a-4a54-8f2e-8d6a6a1f0c11' }));
    expect(codesOf(await verify(await jsonOf(source, otherUpload)))).toEqual(['signature-of-other-upload']);
    const earlier = signatureOf(sourceOf([item(1)]));
    expect(codesOf(await verify(await jsonOf(source, earlier)))).toEqual(['signature-over-other-log']);
  });

  test('with a key of another algorithm, another encoding, or nothing is refused', async () => {
    const source = sourceOf(items);
    const signature = signatureOf(source);
    for (const publicKey of [
      '',
      'AAAA',
      // RSA would be verified with another digest; X25519 can't sign.
      'MCowBQYDK2VuAyEAhSDwCYkwp1R0i33ctD73Wg2/Og0mOBr066SpjqqbTmo=',
      `${signature.publicKey.slice(0, -4)}AAAA`,
      Buffer.concat([Buffer.from(signature.publicKey, 'base64'), Buffer.from([0])]).toString('base64'),
    ])
      expect(codesOf(await verify(await jsonOf(source, { ...signature, publicKey })))).toEqual([
        'signature-invalid',
      ]);
  });
});

describe('any other byte', () => {
  test('anywhere in a signed receipt is refused', async () => {
    const bytes = Buffer.from(await jsonOf(sourceOf(items)), 'utf8');
    const isRefused = async (edited: Uint8Array): Promise<boolean> => {
      await writeFile(path, edited);
      const verified = await verifyReceipt(path);
      return !verified.ok || !verified.value.intact;
    };
    // The file may lack its last line feed.
    const at = fc.nat(bytes.length - 2);
    await fc.assert(
      fc.asyncProperty(at, fc.integer({ min: 1, max: 255 }), async (offset, bits) => {
        const edited = Buffer.from(bytes);
        edited[offset] = (edited[offset] ?? 0) ^ bits;
        expect(await isRefused(edited)).toBe(true);
      }),
      { numRuns: 500 },
    );
    const signatureStart = bytes.indexOf('"signature":');
    expect(signatureStart).toBeGreaterThan(0);
    for (let offset = signatureStart; offset < bytes.length - 1; offset += 1) {
      const edited = Buffer.from(bytes);
      edited[offset] = (edited[offset] ?? 0) ^ 1;
      expect(await isRefused(edited), `byte ${offset}`).toBe(true);
    }
  });

  test('in the unused bits of base64 is refused', async () => {
    const source = sourceOf(items);
    const signature = signatureOf(source);
    const text = await jsonOf(source);
    // The last digit before the padding of 64 bytes has four unused bits.
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const last = signature.value.at(-3) ?? 'A';
    const twin = digits[digits.indexOf(last) + 1] ?? 'B';
    const value = `${signature.value.slice(0, -3)}${twin}==`;
    expect(Buffer.from(value, 'base64')).toEqual(Buffer.from(signature.value, 'base64'));
    await writeFile(path, text.replace(signature.value, value));
    expect(await verifyReceipt(path)).toMatchObject({ ok: false, failure: { code: 'receipt-edited' } });
  });

  test('a key given twice is refused', async () => {
    const text = await jsonOf(sourceOf(items));
    const { head } = await verify(text);
    for (const edited of [
      text.replace('"seq":4,', '"seq":4,"seq":4,'),
      text.replace('"outcome":"accepted"', '"outcome":"failed","outcome":"accepted"'),
      text.replace(`"head":"${head}",`, `"head":"${head}",\n"head":"${head}",`),
    ]) {
      expect(edited).not.toBe(text);
      await writeFile(path, edited);
      expect(await verifyReceipt(path)).toMatchObject({ ok: false, failure: { code: 'receipt-edited' } });
    }
  });
});

test('hostile values anywhere in a receipt are refused, without a crash', async () => {
  const lines = (await jsonOf(sourceOf(items))).trimEnd().split('\n');
  const hostile = fc.constantFrom(
    ...['null', 'true', '-0', '1e999', '-1', '9007199254740993', '""', '"\\ud800"', '"\\u0000"', '[]', '{}'],
    ...['{"__proto__":{"a":1}}', '{"constructor":null}', '"__proto__"', `"${'A'.repeat(100_000)}"`],
    ...[`${'['.repeat(5_000)}${']'.repeat(5_000)}`, `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`, '"=+1"'],
  );
  /** A value of JSON in a line: a text, a number or a word after a colon, a bracket or a comma. */
  const valuesIn = (line: string) =>
    Array.from(line.matchAll(/(?<=[:[,])("(?:[^"\\]|\\.)*"|-?\d+|null)(?=[,}\]])/g));
  fc.assert(
    fc.property(fc.nat(lines.length - 1), fc.nat(), hostile, (at, pick, value) => {
      const line = lines[at] ?? '';
      const values = valuesIn(line);
      const match = values[pick % Math.max(1, values.length)];
      fc.pre(match !== undefined && match[0] !== value);
      const start = match?.index ?? 0;
      const edited = line.slice(0, start) + value + line.slice(start + (match?.[0].length ?? 0));
      const reader = createReceiptReader('receipt.json');
      const refused = lines.some((each, number) => reader.line(number === at ? edited : each) !== null);
      const ended = reader.end();
      expect(refused || !ended.ok || ended.value.problems.length > 0, edited.slice(0, 300)).toBe(true);
    }),
    { numRuns: 3000 },
  );
});

test('the statement in the receipt is what was signed, byte for byte', async () => {
  const source = sourceOf(items);
  const text = await jsonOf(source);
  const statement = canonicalJson(signatureOf(source).statement);
  expect(text).toContain(`"statement":${statement},"value":`);
  await writeFile(path, text);
  expect(await readFile(path, 'utf8')).toContain(signingKey.sign(Buffer.from(statement)).toString('base64'));
});
