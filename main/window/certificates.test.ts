import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certificatesIn, readCaFile, systemCertificates } from './certificates.ts';

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
  it('gives its certificates and nothing else that is in it', async () => {
    const path = file('ca.pem', `# Firm\r\n${pem}\nsubject=/CN=x\n${pem}\n`);
    const read = await readCaFile(path);
    expect(read.ok && certificatesIn(read.value)).toHaveLength(2);
    expect(read.ok && read.value).not.toContain('subject');
  });

  it.each([
    ['empty', ''],
    ['in binary form', Buffer.from([0x30, 0x82, 1, 2, 3])],
    ['a private key', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'],
    ['damaged', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'],
  ])('that is %s is refused', async (name, content) => {
    const path = file(`${name}.pem`, content);
    expect(await readCaFile(path)).toMatchObject({ ok: false, failure: { code: 'bad-input', path } });
  });

  it('that is not there is named', async () => {
    const path = join(folder, 'gone.pem');
    expect(await readCaFile(path)).toMatchObject({ ok: false, failure: { code: 'path-unreadable', path } });
  });
});

describe("the system's certificates", () => {
  it('can be read as certificates', () => {
    const faults: unknown[] = [];
    const blocks = certificatesIn(systemCertificates((error) => faults.push(error)));
    expect(faults).toEqual([]);
    for (const block of blocks) expect(new X509Certificate(block).fingerprint256).not.toBe('');
  });
});
