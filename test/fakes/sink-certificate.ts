import { generate } from 'selfsigned';

export interface Certificate {
  /** Its own authority: what a client has to trust. */
  readonly certPem: string;
  readonly keyPem: string;
}

/** For localhost and 127.0.0.1. */
export async function loopbackCertificate(): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
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
  return { certPem: made.cert, keyPem: made.private };
}
