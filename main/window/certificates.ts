/** Certificates that are trusted besides the built-in ones: firms that inspect TLS put their own into the system's store. */
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { getCACertificates } from 'node:tls';
import { failure, type Result, success } from '../../preload/contract/failure.ts';

const largestBytes = 5_000_000;

/** A CA file as the person chose it, checked: one certificate at least, each of them readable. */
export async function readCaFile(path: string): Promise<Result<string>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    return failure('path-unreadable', `The certificate file ${path} cannot be read (${code}).`, { path });
  }
  const blocks = text.length > largestBytes ? [] : certificatesIn(text);
  if (blocks.length === 0) {
    return failure(
      'bad-input',
      `${path} holds no certificate in PEM form (-----BEGIN CERTIFICATE-----). Ask your IT for that form.`,
      { path },
    );
  }
  for (const [index, block] of blocks.entries()) {
    try {
      new X509Certificate(block);
    } catch {
      return failure('bad-input', `Certificate ${index + 1} in ${path} is damaged. Ask for the file again.`, {
        path,
      });
    }
  }
  return success(blocks.join('\n'));
}

/** Pure. */
export function certificatesIn(text: string): string[] {
  return text.match(/-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g) ?? [];
}

let ofSystem: string | undefined;

/** Read once: some systems take a moment for it. */
export function systemCertificates(onFault: (error: unknown) => void): string {
  if (ofSystem === undefined) {
    try {
      ofSystem = getCACertificates('system').join('\n');
    } catch (error) {
      onFault(error);
      ofSystem = '';
    }
  }
  return ofSystem;
}
