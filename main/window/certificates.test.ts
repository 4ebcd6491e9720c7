import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failure } from '../../preload/contract/failure.ts';
import { readCaFile, splitPem, systemCertificates } from './certificates.ts';

let folder = '';
let pem = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lading-ca-'));
  pem = (await generate([{ name: 'commonName', value: 'Firm inspection CA' }])).cert;
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe('a certificate file', () => {
  it('is reduced to its certificates', async () => {
    const path = file('ca.pem', `# Firm\r\n${pem}\nsubject=/CN=x\n${pem}\n`);
    const read = await readCaFile(path);
    expect(read.ok && splitPem(read.value)).toHaveLength(2);
    expect(read.ok && read.value).not.toContain('subject');
  });

  it.each([
    ['empty', 'certificate-not-pem', ''],
    ['in binary form', 'certificate-not-pem', Buffer.from([0x30, 0x82, 1, 2, 3])],
    ['a private key', 'certificate-not-pem', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'],
    ['damaged', 'certificate-damaged', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'],
  ])('that is %s is refused', async (name, code, content) => {
    const path = file(`${name}.pem`, content);
    expect(await readCaFile(path)).toMatchObject({ ok: false, failure: { code, path } });
  });

  it('that is missing is named', async () => {
    const path = join(folder, 'gone.pem');
    expect(await readCaFile(path)).toEqual(failure('certificate-unreadable', { path, errno: 'ENOENT' }));
  });
});

describe("the system's certificates", () => {
  it('can be read as certificates', () => {
    const errors: unknown[] = [];
    const certificates = splitPem(systemCertificates((error) => errors.push(error)));
    expect(errors).toEqual([]);
    for (const certificate of certificates)
      expect(new X509Certificate(certificate).fingerprint256).not.toBe('');
  });
});
