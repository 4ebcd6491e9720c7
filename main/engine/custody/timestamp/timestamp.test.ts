import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TimestampProof } from '../../../../preload/contract/views/timestamp.ts';
import { hostileRuns } from '../../../../test/fixtures/hostile-runs.ts';
import {
  type AuthorityOptions,
  createAuthority,
  hasOpenssl,
  type OpensslAuthority,
  openssl,
} from '../../../../test/fixtures/openssl-tsa.ts';
import fc from '../../../../test/fixtures/property.ts';
import { certificatesOfPem } from './certificate.ts';
import { createTimestampRequest, readTimestampResponse } from './exchange.ts';
import { readToken } from './token.ts';
import { type TokenExpectations, verifyToken } from './verify-token.ts';

const home = mkdtempSync(join(tmpdir(), 'lading-tsa-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const content = Buffer.from('the signature of a receipt');
const imprint = createHash('sha256').update(content).digest();

function authority(options: AuthorityOptions = {}): OpensslAuthority {
  return createAuthority(mkdtempSync(join(home, 'tsa-')), options);
}

function trust(...pems: readonly string[]) {
  return certificatesOfPem(pems.join('\n'));
}

function stamp(from: OpensslAuthority) {
  const request = createTimestampRequest(imprint, randomBytes(16));
  return { request, response: from.reply(request.bytes) };
}

/** What a client makes of the authority's own answer. */
function check(from: OpensslAuthority, trusted: ReturnType<typeof trust> = null) {
  const { request, response } = stamp(from);
  return readTimestampResponse(response, { imprint, nonce: request.nonce, trusted });
}

describe.skipIf(!hasOpenssl)('a time stamp by OpenSSL', () => {
  test.each(['rsa', 'ec'] as const)('is accepted and verified by OpenSSL too (%s)', (key) => {
    const tsa = authority({ key, name: 'Ostrel Time' });
    const { request, response } = stamp(tsa);
    const found = readTimestampResponse(response, {
      imprint,
      nonce: request.nonce,
      trusted: trust(tsa.root),
    });
    if (!found.ok) throw new Error(found.problem.code);
    expect(found.proof).toMatchObject({ authority: 'Ostrel Time', policy: '1.2.3.4.1', isTrusted: true });
    expect(Math.abs(Date.parse(found.proof.at) - Date.now())).toBeLessThan(120_000);
    writeFileSync(join(tsa.folder, 'content'), content);
    writeFileSync(join(tsa.folder, 'token.der'), found.token);
    const verified = openssl(
      tsa.folder,
      ...['ts', '-verify', '-data', 'content', '-in', 'token.der', '-token_in', '-CAfile', 'root.pem'],
    );
    expect(verified).toContain('Verification: OK');
    // Later, without the request.
    expect(verifyToken(found.token, { imprint, nonce: null, trusted: trust(tsa.root) })).toEqual({
      ok: true,
      proof: found.proof,
    });
  });

  test.each([
    [[0xff, 1], '0xFF01'],
    [[0x7f, 1], '0x7F01'],
    // A number has no leading zeros (X.690 8.3.2): authorities refuse it.
    [[0, 0x2d, 1], '0x2D01'],
    [[0, 0, 0x85], '0x85'],
  ])('has the request that OpenSSL itself would make, with the nonce %j', (nonce, shown) => {
    const tsa = authority({ key: 'ec' });
    const request = createTimestampRequest(imprint, Uint8Array.from(nonce));
    writeFileSync(join(tsa.folder, 'ours.tsq'), request.bytes);
    const text = openssl(tsa.folder, 'ts', '-query', '-in', 'ours.tsq', '-text');
    expect(text).toContain('Hash Algorithm: sha256');
    expect(text).toContain(`Nonce: ${shown}\n`);
    expect(text).toContain('Certificate required: yes');
    expect(
      readTimestampResponse(tsa.reply(request.bytes), { imprint, nonce: request.nonce, trusted: null }),
    ).toMatchObject({ ok: true });
  });

  test.each([
    { digest: 'sha384', essDigest: 'sha512' },
    { digest: 'sha512', essDigest: 'sha1' },
    { intermediate: {} },
    { intermediate: { extendedKeyUsage: 'timeStamping' } },
    { rootPathLength: 1, intermediate: {} },
    { rootPathLength: 0 },
    { keyUsage: 'critical,digitalSignature,nonRepudiation' },
  ] satisfies AuthorityOptions[])('is accepted from an authority with %o', (options) => {
    const tsa = authority({ key: 'ec', ...options });
    expect(check(tsa, trust(tsa.root))).toMatchObject({ ok: true, proof: { isTrusted: true } });
  });

  test('is trusted over the root, an intermediate certificate or its own, and over no other', () => {
    const tsa = authority({ key: 'ec', intermediate: {} });
    const other = authority({ key: 'ec' });
    const { request, response } = stamp(tsa);
    const by = (trusted: ReturnType<typeof trust>) =>
      readTimestampResponse(response, { imprint, nonce: request.nonce, trusted });
    for (const pem of [tsa.root, tsa.intermediate ?? '', tsa.certificate, `${other.root}${tsa.root}`])
      expect(by(trust(pem))).toMatchObject({ ok: true, proof: { isTrusted: true } });
    expect(by(trust(other.root))).toEqual({
      ok: false,
      problem: { code: 'authority-not-trusted', authority: 'Test TSA' },
    });
    expect(by(null)).toMatchObject({ ok: true, proof: { isTrusted: false } });
  });

  test('is refused for other content, and as the answer to another request', () => {
    const tsa = authority({ key: 'ec' });
    const { request, response } = stamp(tsa);
    const expected = { imprint, nonce: request.nonce, trusted: null };
    const ofOther = createHash('sha256').update('another receipt').digest();
    expect(readTimestampResponse(response, { ...expected, imprint: ofOther })).toEqual({
      ok: false,
      problem: { code: 'other-content' },
    });
    expect(readTimestampResponse(response, { ...expected, nonce: '0123' })).toEqual({
      ok: false,
      problem: { code: 'other-request' },
    });
  });

  test.each<[AuthorityOptions, string]>([
    [{ notBefore: '20200101000000Z', notAfter: '20210101000000Z' }, 'certificate-not-valid-then'],
    [{ notBefore: '20480101000000Z' }, 'certificate-not-valid-then'],
    [{ key: 'rsa-1024' }, 'algorithm-unsupported'],
    [{ rootPathLength: 0, intermediate: {} }, 'authority-not-trusted'],
    [{ intermediate: { isCa: false } }, 'authority-not-trusted'],
    [{ intermediate: { extendedKeyUsage: 'serverAuth' } }, 'authority-not-trusted'],
  ])('is refused from an authority with %o', (options, code) => {
    const tsa = authority({ key: 'ec', ...options });
    expect(check(tsa, trust(tsa.root))).toMatchObject({ ok: false, problem: { code } });
  });

  test.each<[string, AuthorityOptions]>([
    ['no extended key usage', { extendedKeyUsage: null }],
    ['one that is not critical', { extendedKeyUsage: 'timeStamping' }],
    ['a second one', { extendedKeyUsage: 'critical,timeStamping,codeSigning' }],
    ['another one', { extendedKeyUsage: 'critical,codeSigning' }],
    ['a key for certificates too', { keyUsage: 'critical,digitalSignature,keyCertSign' }],
    ['a key for encryption', { keyUsage: 'critical,keyEncipherment' }],
  ])('is refused if the certificate has %s', (_what, options) => {
    // OpenSSL's ts doesn't sign with such a certificate, its cms does.
    const good = authority({ key: 'ec' });
    const found = check(good);
    if (!found.ok) throw new Error(found.problem.code);
    const bad = authority({ key: 'ec', ...options });
    writeFileSync(join(bad.folder, 'info.der'), readToken(found.token).infoBytes);
    openssl(
      bad.folder,
      ...['cms', '-sign', '-in', 'info.der', '-binary', '-nodetach', '-outform', 'DER', '-out', 'token.der'],
      ...['-econtent_type', '1.2.840.113549.1.9.16.1.4', '-signer', 'tsa.pem', '-inkey', 'tsa.key', '-cades'],
    );
    const token = readFileSync(join(bad.folder, 'token.der'));
    expect(verifyToken(token, { imprint, nonce: null, trusted: trust(bad.root) })).toEqual({
      ok: false,
      problem: { code: 'certificate-not-for-timestamps', authority: 'Test TSA' },
    });
  });

  test('is refused with another certificate of the same name, number and key', () => {
    const tsa = authority({ key: 'ec' });
    const { request, response } = stamp(tsa);
    const serial = /serial=([0-9A-F]+)/.exec(
      openssl(tsa.folder, 'x509', '-in', 'tsa.pem', '-serial', '-noout'),
    )?.[1];
    writeFileSync(join(tsa.folder, 'tsa.ext'), 'extendedKeyUsage = critical,timeStamping');
    openssl(
      tsa.folder,
      ...[
        'x509',
        '-req',
        '-in',
        'tsa.csr',
        '-CA',
        'root.pem',
        '-CAkey',
        'root.key',
        '-set_serial',
        `0x${serial}`,
      ],
      ...['-extfile', 'tsa.ext', '-days', '9', '-out', 'twin.pem'],
    );
    const der = (pem: string) => trust(pem)?.[0]?.raw ?? new Uint8Array();
    const twin = readFileSync(join(tsa.folder, 'twin.pem'), 'utf8');
    const replaced = exchangeCertificate(response, der(tsa.certificate), der(twin));
    expect(readTimestampResponse(replaced, { imprint, nonce: request.nonce, trusted: null })).toEqual({
      ok: false,
      problem: { code: 'certificate-missing' },
    });
  });

  test("is refused where the authority says no, with the authority's words", () => {
    const tsa = authority({ key: 'ec' });
    // SHA-1, which this authority doesn't accept.
    openssl(tsa.folder, 'ts', '-query', '-digest', '0'.repeat(40), '-sha1', '-out', 'sha1.tsq');
    const response = tsa.reply(readFileSync(join(tsa.folder, 'sha1.tsq')));
    expect(readTimestampResponse(response, { imprint, nonce: null, trusted: null })).toEqual({
      ok: false,
      problem: {
        code: 'refused',
        status: 2,
        authorityMessage: 'Message digest algorithm is not supported.',
      },
    });
  });

  describe('that was damaged', () => {
    let expected: TokenExpectations;
    let response: Buffer;
    let proof: TimestampProof;
    beforeAll(() => {
      const tsa = authority({ key: 'rsa', intermediate: {} });
      const stamped = stamp(tsa);
      response = stamped.response;
      expected = { imprint, nonce: stamped.request.nonce, trusted: trust(tsa.root) };
      const found = readTimestampResponse(response, expected);
      if (!found.ok) throw new Error(found.problem.code);
      proof = found.proof;
    });

    test('is refused wherever it is cut off or has more', () => {
      for (let length = 0; length < response.length; length += 1)
        expect(readTimestampResponse(response.subarray(0, length), expected).ok).toBe(false);
      expect(readTimestampResponse(Buffer.concat([response, Buffer.of(0)]), expected).ok).toBe(false);
    });

    test('is refused whatever bit differs, except where nothing of it is used', () => {
      let accepted = 0;
      for (let at = 0; at < response.length; at += 1) {
        const damaged = Buffer.from(response);
        damaged[at] = (response[at] ?? 0) ^ (1 << (at % 8));
        const found = readTimestampResponse(damaged, expected);
        if (!found.ok) continue;
        accepted += 1;
        expect(found.proof).toEqual(proof);
      }
      // The status isn't signed: "granted" may become "granted with modifications".
      expect(accepted).toBeLessThanOrEqual(2);
    });

    test('never crashes, and is never accepted with another statement', () => {
      fc.assert(
        fc.property(
          fc.array(fc.tuple(fc.nat(response.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
          fc.nat(40),
          fc.nat(response.length),
          (changes, removed, from) => {
            const damaged = Buffer.from(response);
            for (const [at, byte] of changes) damaged[at] = byte;
            const cut = Buffer.concat([damaged.subarray(0, from), damaged.subarray(from + removed)]);
            const found = readTimestampResponse(cut, expected);
            if (found.ok) expect(found.proof).toEqual(proof);
          },
        ),
        { numRuns: hostileRuns(2000) },
      );
    });
  });
});

describe('an answer that is no time stamp', () => {
  const expected = { imprint, nonce: null, trusted: null };

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a web page', Buffer.from('<!DOCTYPE html><title>Sign in</title>')],
    ['random bytes', randomBytes(5000)],
    ['one deep structure', Buffer.alloc(60_000, 0x30)],
    ['indefinite lengths', Buffer.alloc(60_000, Buffer.of(0x30, 0x80))],
    ['a length of 4 GB', Buffer.of(0x30, 0x84, 0xff, 0xff, 0xff, 0xff, 2, 1, 0)],
    ['granted without a token', Buffer.of(0x30, 5, 0x30, 3, 2, 1, 0)],
  ])('is refused: %s', (_what, bytes) => {
    expect(readTimestampResponse(bytes, expected)).toEqual({ ok: false, problem: { code: 'malformed' } });
  });

  test('never crashes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(readTimestampResponse(bytes, expected).ok).toBe(false);
        // Behind a valid start.
        const wrapped = Buffer.concat([Buffer.of(0x30, 0x82, 1, 0x90, 0x30, 3, 2, 1, 0), bytes]);
        expect(readTimestampResponse(wrapped, expected).ok).toBe(false);
      }),
      { numRuns: hostileRuns(1000) },
    );
  });
});

/** Replaces a certificate in a response, whose four enclosing lengths change. */
function exchangeCertificate(response: Uint8Array, from: Uint8Array, to: Uint8Array): Buffer {
  const at = Buffer.from(response).indexOf(from);
  if (at < 0) throw new Error('The response has no such certificate');
  const changed = Buffer.concat([response.subarray(0, at), to, response.subarray(at + from.length)]);
  const difference = to.length - from.length;
  const enlarge = (offset: number): void => {
    if (changed[offset + 1] !== 0x82) throw new Error('Not a length of two bytes');
    changed.writeUInt16BE(changed.readUInt16BE(offset + 2) + difference, offset + 2);
  };
  for (let offset = 0; offset < at; offset += 1) {
    const isHeader = [0x30, 0xa0].includes(changed[offset] ?? 0) && changed[offset + 1] === 0x82;
    if (isHeader && offset + 4 + Buffer.from(response).readUInt16BE(offset + 2) >= at + from.length)
      enlarge(offset);
  }
  return changed;
}
