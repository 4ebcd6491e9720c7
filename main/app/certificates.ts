/**
 * Certificates trusted in addition to the built-in ones. Organizations that inspect TLS add their own to the system's
 * store, or give people a file.
 */
import { X509Certificate } from 'node:crypto';
import { getCACertificates } from 'node:tls';
import { errnoOf } from '../../preload/contract/failures/errno.ts';
import { failure, type Result, success } from '../../preload/contract/failures/failure.ts';
import { splitPem } from '../../preload/contract/split-pem.ts';
import { printable } from '../../preload/contract/texts/printable.ts';
import type { CertificateView } from '../../preload/contract/views/views.ts';
import { readSmallFile } from '../engine/store/files/small-file.ts';

const maxBytes = 1_000_000;
/** A person compares each. */
const maxCertificates = 10;

/** Reads a file that a person chose, once: from then on, the copy counts. */
export async function readCaFile(path: string): Promise<Result<string>> {
  try {
    return parseCaFile(path, await readSmallFile(path, maxBytes));
  } catch (error) {
    return failure('certificate-unreadable', { path, errno: errnoOf(error) });
  }
}

/** The certificates alone, each of an authority. Pure. */
function parseCaFile(path: string, text: string): Result<string> {
  if (/-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/.test(text)) return failure('certificate-has-key', { path });
  const found = splitPem(text);
  if (found.length === 0) return failure('certificate-not-pem', { path });
  if (found.length > maxCertificates)
    return failure('certificate-too-many', { path, count: found.length, max: maxCertificates });
  for (const [index, pem] of found.entries()) {
    const certificate = parseCertificate(pem);
    const position = index + 1;
    if (certificate === null) return failure('certificate-damaged', { path, position });
    if (!certificate.ca)
      return failure('certificate-not-authority', { path, position, subject: nameOf(certificate.subject) });
  }
  return success(found.join('\n'));
}

/** What a person compares before trusting them. Pure. */
export function describeCertificates(pem: string): CertificateView[] {
  return splitPem(pem).flatMap((one) => {
    const certificate = parseCertificate(one);
    if (certificate === null) return [];
    return {
      subject: nameOf(certificate.subject),
      issuer: nameOf(certificate.issuer),
      validTo: certificate.validToDate.toISOString(),
      fingerprint: certificate.fingerprint256,
    };
  });
}

function parseCertificate(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}

/** Node has one field of a name per line. Some certificates have none. */
function nameOf(name: string | undefined): string {
  return printable((name ?? '').split('\n').join(', '));
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
