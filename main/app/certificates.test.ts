import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failure } from '../../preload/contract/failures/failure.ts';
import { splitPem } from '../../preload/contract/split-pem.ts';
import { describeCertificates, readCaFile, systemCertificates } from './certificates.ts';

let folder = '';
let pem = '';
let leaf = '';
const authority = { extensions: [{ name: 'basicConstraints', cA: true, critical: true } as const] };
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lading-ca-'));
  pem = (await generate([{ name: 'commonName', value: 'Firm inspection CA' }], authority)).cert;
  leaf = (await generate([{ name: 'commonName', value: 'files.firm.example' }])).cert;
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
    ['a private key', 'certificate-has-key', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'],
    ['damaged', 'certificate-damaged', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'],
  ])('that is %s is refused', async (name, code, content) => {
    const path = file(`${name}.pem`, content);
    expect(await readCaFile(path)).toMatchObject({ ok: false, failure: { code, path } });
  });

  it('with a private key beside its certificate is refused', async () => {
    const path = file(
      'both.pem',
      `${pem}\n-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----`,
    );
    expect(await readCaFile(path)).toEqual(failure('certificate-has-key', { path }));
  });

  it('with a server’s certificate is refused, and the certificate is named', async () => {
    const path = file('leaf.pem', `${pem}\n${leaf}`);
    expect(await readCaFile(path)).toEqual(
      failure('certificate-not-authority', { path, position: 2, subject: 'CN=files.firm.example' }),
    );
  });

  it('with more certificates than a person compares is refused', async () => {
    const path = file('many.pem', `${pem}\n`.repeat(11));
    expect(await readCaFile(path)).toEqual(failure('certificate-too-many', { path, count: 11, max: 10 }));
  });

  it('is described by what a person compares', () => {
    const { fingerprint256, validToDate } = new X509Certificate(pem);
    const described = {
      subject: 'CN=Firm inspection CA',
      issuer: 'CN=Firm inspection CA',
      validTo: validToDate.toISOString(),
      fingerprint: fingerprint256,
    };
    expect(describeCertificates(`${pem}\n${leaf}`)[0]).toEqual(described);
    expect(describeCertificates('')).toEqual([]);
  });

  it('that is far too large is refused before it is read', async () => {
    const path = file('disk.pem', `${pem}\n${' '.repeat(2_000_000)}`);
    expect(await readCaFile(path)).toEqual(failure('certificate-unreadable', { path, errno: 'EFBIG' }));
  });

  it.skipIf(process.platform === 'win32')('that is a pipe is refused, and nobody waits for it', async () => {
    const path = join(folder, 'pipe.pem');
    execFileSync('mkfifo', [path]);
    expect(await readCaFile(path)).toEqual(failure('certificate-unreadable', { path, errno: 'ENOTFILE' }));
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
