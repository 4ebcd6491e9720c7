/** A certificate from outside. Node (OpenSSL) checks signatures and names; what Node doesn't expose is read here. */
import { X509Certificate } from 'node:crypto';
import { splitPem } from '../../../../preload/contract/split-pem.ts';
import {
  contentOf,
  type Field,
  fieldsOf,
  integerHex,
  Malformed,
  oidOf,
  parseDer,
  smallInteger,
  tags,
} from './der.ts';

export interface Certificate {
  readonly x509: X509Certificate;
  readonly raw: Uint8Array;
  /** The issuer's name, DER. */
  readonly issuer: Uint8Array;
  readonly serial: string;
  /** Its subject key identifier. */
  readonly keyId: Uint8Array | null;
  /** For people. */
  readonly name: string;
  readonly extensions: ReadonlyMap<string, Extension>;
}

interface Extension {
  readonly isCritical: boolean;
  readonly value: Uint8Array;
}

const ids = {
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  extendedKeyUsage: '2.5.29.37',
  anyUsage: '2.5.29.37.0',
  timeStamping: '1.3.6.1.5.5.7.3.8',
} as const;

/** Critical extensions that are checked here or restrict nothing. A certificate with another one isn't used. */
const understood: ReadonlySet<string> = new Set([
  ids.keyUsage,
  ids.subjectAltName,
  ids.basicConstraints,
  ids.extendedKeyUsage,
]);

/** Bits of KeyUsage, RFC 5280 4.2.1.3. */
const digitalSignature = 0x80;
const nonRepudiation = 0x40;

/** Throws Malformed. */
export function readCertificate(raw: Uint8Array): Certificate {
  const outer = fieldsOf(parseDer(raw));
  const fields = fieldsOf(outer.take(tags.sequence));
  fields.context(0);
  const serial = integerHex(fields.take(tags.integer));
  fields.take(tags.sequence);
  const issuer = fields.take(tags.sequence).raw;
  // Validity, subject and public key are Node's.
  for (let skipped = 0; skipped < 3; skipped += 1) fields.take(tags.sequence);
  fields.context(1);
  fields.context(2);
  const extensions = readExtensions(fields.context(3));
  fields.end();
  const x509 = parseX509(raw);
  const keyId = extensions.get(ids.subjectKeyIdentifier);
  return {
    x509,
    raw,
    issuer,
    serial,
    keyId: keyId === undefined ? null : contentOf(parseDer(keyId.value, tags.octetString)),
    name: nameOf(x509),
    extensions,
  };
}

/** RFC 3161 2.3: for nothing but time stamps, and this has to be critical. */
export function isForTimestamps(certificate: Certificate): boolean {
  const usage = certificate.extensions.get(ids.extendedKeyUsage);
  const bits = keyUsageOf(certificate);
  const isOnlySigning =
    bits === null ||
    ((bits & (digitalSignature | nonRepudiation)) !== 0 &&
      (bits & ~(digitalSignature | nonRepudiation)) === 0);
  return (
    usage?.isCritical === true &&
    isSame(purposesOf(usage), [ids.timeStamping]) &&
    isOnlySigning &&
    isUnderstood(certificate)
  );
}

export function isValidAt({ x509 }: Certificate, at: Date): boolean {
  return x509.validFromDate <= at && at <= x509.validToDate;
}

/** Whether it may issue the certificate of an authority with `below` certificates of issuers between the two. */
export function mayIssue(certificate: Certificate, below: number): boolean {
  if (!certificate.x509.ca || !isUnderstood(certificate)) return false;
  const usage = certificate.extensions.get(ids.extendedKeyUsage);
  if (usage !== undefined) {
    const purposes = purposesOf(usage);
    if (!purposes.includes(ids.timeStamping) && !purposes.includes(ids.anyUsage)) return false;
  }
  const constraints = certificate.extensions.get(ids.basicConstraints);
  if (constraints === undefined) return false;
  const fields = fieldsOf(parseDer(constraints.value));
  fields.optional(tags.boolean);
  const most = fields.optional(tags.integer);
  return most === null || below <= smallInteger(most);
}

function readExtensions(field: Field | null): ReadonlyMap<string, Extension> {
  if (field === null) return new Map();
  const list = fieldsOf(field).take(tags.sequence);
  const entries = fieldsOf(list)
    .all(tags.sequence)
    .map((extension): [string, Extension] => {
      const fields = fieldsOf(extension);
      const id = oidOf(fields.take(tags.oid));
      const critical = fields.optional(tags.boolean);
      const value = contentOf(fields.take(tags.octetString));
      fields.end();
      return [id, { isCritical: critical !== null && contentOf(critical)[0] !== 0, value }];
    });
  const extensions = new Map(entries);
  if (extensions.size < entries.length) throw new Malformed('extension twice');
  return extensions;
}

function isUnderstood({ extensions }: Certificate): boolean {
  return [...extensions].every(([id, { isCritical }]) => !isCritical || understood.has(id));
}

function purposesOf({ value }: Extension): readonly string[] {
  return fieldsOf(parseDer(value)).all(tags.oid).map(oidOf);
}

function keyUsageOf({ extensions }: Certificate): number | null {
  const usage = extensions.get(ids.keyUsage);
  // The content starts with the number of unused bits. None of ours is in a second byte.
  return usage === undefined ? null : (contentOf(parseDer(usage.value, tags.bitString))[1] ?? 0);
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, at) => value === other[at]);
}

/** Every certificate of a PEM file. Returns null if there is none, or one that can't be read. */
export function certificatesOfPem(pem: string): readonly Certificate[] | null {
  try {
    const certificates = splitPem(pem).map((block) => readCertificate(new X509Certificate(block).raw));
    return certificates.length === 0 ? null : certificates;
  } catch {
    return null;
  }
}

function parseX509(raw: Uint8Array): X509Certificate {
  try {
    return new X509Certificate(raw);
  } catch {
    throw new Malformed('not a certificate');
  }
}

/** Node puts each attribute on a line of its own and escapes line feeds. */
function nameOf({ subject }: X509Certificate): string {
  const attributes = subject?.split('\n') ?? [];
  const value = (type: string) =>
    attributes.find((attribute) => attribute.startsWith(`${type}=`))?.slice(type.length + 1);
  return value('CN') ?? value('O') ?? attributes.join(', ');
}
