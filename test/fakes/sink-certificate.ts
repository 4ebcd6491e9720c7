import { generate } from 'selfsigned';

export interface Certificate {
  /** Self-signed: clients must trust it. */
  readonly certPem: string;
  readonly keyPem: string;
}

/** A certificate for localhost and 127.0.0.1. */
export async function loopbackCertificate(): Promise<Certificate> {
  const generated = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  return { certPem: generated.cert, keyPem: generated.private };
}
