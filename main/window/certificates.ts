/**
 * Certificates trusted in addition to the built-in ones. Organizations that inspect TLS add their own to the system's
 * store.
 */
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { getCACertificates } from 'node:tls';
import { errnoOf } from '../../preload/contract/errno.ts';
import { failure, type Result, success } from '../../preload/contract/failure.ts';

const maxBytes = 5_000_000;

/** Checks a file that a person chose: it has at least one certificate, and each can be parsed. */
export async function readCaFile(path: string): Promise<Result<string>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    return failure('certificate-unreadable', { path, errno: errnoOf(error) });
  }
  const certificates = text.length > maxBytes ? [] : splitPem(text);
  if (certificates.length === 0) return failure('certificate-not-pem', { path });
  const damaged = certificates.findIndex((certificate) => !isCertificate(certificate));
  if (damaged !== -1) return failure('certificate-damaged', { path, position: damaged + 1 });
  return success(certificates.join('\n'));
}

function isCertificate(pem: string): boolean {
  try {
    new X509Certificate(pem);
    return true;
  } catch {
    return false;
  }
}

/** Pure. */
export function splitPem(text: string): string[] {
  return text.match(/-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g) ?? [];
}

let cached: string | undefined;

/** Read once, because it is slow on some systems. */
export function systemCertificates(onError: (error: unknown) => void): string {
  if (cached === undefined) {
    try {
      cached = getCACertificates('system').join('\n');
    } catch (error) {
      onError(error);
      cached = '';
    }
  }
  return cached;
}
