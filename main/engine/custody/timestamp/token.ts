/** The structure of a time-stamp token: CMS SignedData (RFC 5652) around a TSTInfo (RFC 3161 2.4.2). Checks no signature. */
import { type Certificate, readCertificate } from './certificate.ts';
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
  timeOf,
} from './der.ts';

const ids = {
  signedData: '1.2.840.113549.1.7.2',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const;

const attributeTags: ReadonlyMap<string, number> = new Map([
  [ids.contentType, tags.oid],
  [ids.messageDigest, tags.octetString],
  [ids.signingCertificate, tags.sequence],
  [ids.signingCertificateV2, tags.sequence],
]);

/** SHA-1 is here for the digest of a certificate in old tokens only. */
const digests: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

export interface TimestampToken {
  readonly info: TokenInfo;
  /** What the attributes' digest covers. */
  readonly infoBytes: Uint8Array;
  readonly certificates: readonly Certificate[];
  readonly signer: TokenSigner;
}

export interface TokenInfo {
  readonly policy: string;
  readonly imprint: { readonly digest: string; readonly bytes: Uint8Array };
  readonly serial: string;
  readonly at: Date;
  readonly nonce: string | null;
}

export interface TokenSigner {
  readonly id: { readonly issuer: Uint8Array; readonly serial: string } | { readonly keyId: Uint8Array };
  /** The name of a digest, or an object identifier if it isn't supported. */
  readonly digest: string;
  readonly signatureAlgorithm: string;
  readonly signature: Uint8Array;
  /** As they are signed. */
  readonly attributeBytes: Uint8Array;
  readonly messageDigest: Uint8Array;
  /** The digest of the signer's own certificate. */
  readonly certificateDigest: { readonly digest: string; readonly bytes: Uint8Array };
}

/** Throws Malformed. */
export function readToken(bytes: Uint8Array): TimestampToken {
  const content = fieldsOf(parseDer(bytes));
  expectOid(content.take(tags.oid), ids.signedData);
  const wrapped = required(content.context(0));
  content.end();
  const signed = fieldsOf(only(wrapped, tags.sequence));
  expectNumber(signed.take(tags.integer), 3);
  const digestAlgorithms = fieldsOf(signed.take(tags.set)).all(tags.sequence).map(algorithmOf);
  const infoBytes = encapsulated(signed.take(tags.sequence));
  const certificates = signed.context(0);
  // Revocation lists aren't used.
  signed.context(1);
  const signer = readSigner(only(signed.take(tags.set), tags.sequence));
  signed.end();
  if (!digestAlgorithms.includes(signer.digest)) throw new Malformed('digest algorithm not announced');
  return {
    info: readInfo(infoBytes),
    infoBytes,
    certificates:
      certificates === null
        ? []
        : fieldsOf(certificates)
            .all(tags.sequence)
            .map(({ raw }) => readCertificate(raw)),
    signer,
  };
}

function encapsulated(field: Field): Uint8Array {
  const fields = fieldsOf(field);
  expectOid(fields.take(tags.oid), ids.tstInfo);
  const content = contentOf(only(required(fields.context(0)), tags.octetString));
  fields.end();
  return content;
}

function readInfo(bytes: Uint8Array): TokenInfo {
  const fields = fieldsOf(parseDer(bytes));
  expectNumber(fields.take(tags.integer), 1);
  const policy = oidOf(fields.take(tags.oid));
  const imprint = fieldsOf(fields.take(tags.sequence));
  const digest = algorithmOf(imprint.take(tags.sequence));
  const imprintBytes = contentOf(imprint.take(tags.octetString));
  imprint.end();
  const serial = integerHex(fields.take(tags.integer));
  const at = timeOf(fields.take(tags.time));
  // Accuracy, and whether tokens are ordered.
  fields.optional(tags.sequence);
  fields.optional(tags.boolean);
  const nonce = fields.optional(tags.integer);
  // The authority's name. The certificate's is used, which is signed by its issuer.
  fields.context(0);
  // RFC 3161 defines no extension.
  fields.end();
  return { policy, imprint: { digest, bytes: imprintBytes }, serial, at, nonce: nonce && integerHex(nonce) };
}

function readSigner(field: Field): TokenSigner {
  const fields = fieldsOf(field);
  const version = smallInteger(fields.take(tags.integer));
  const keyId = fields.context(0);
  const id = keyId === null ? issuerAndSerial(fields.take(tags.sequence)) : { keyId: contentOf(keyId) };
  if (version !== (keyId === null ? 1 : 3)) throw new Malformed('version of the signer');
  const digest = algorithmOf(fields.take(tags.sequence));
  const attributes = required(fields.context(0));
  const signatureAlgorithm = algorithmOf(fields.take(tags.sequence));
  const signature = contentOf(fields.take(tags.octetString));
  // What isn't signed isn't used.
  fields.context(1);
  fields.end();
  const values = attributeValues(attributes);
  const valueFor = (attribute: string): Field => required(values.get(attribute) ?? null);
  expectOid(valueFor(ids.contentType), ids.tstInfo);
  const version2 = values.get(ids.signingCertificateV2);
  return {
    id,
    digest,
    signatureAlgorithm,
    signature,
    // RFC 5652 5.4: signed as a SET, not with the tag that they have in the structure.
    attributeBytes: Buffer.concat([Buffer.of(0x31), attributes.raw.subarray(1)]),
    messageDigest: contentOf(valueFor(ids.messageDigest)),
    certificateDigest:
      version2 === undefined
        ? { digest: 'sha1', bytes: firstCertificate(valueFor(ids.signingCertificate)).hash }
        : certificateDigest(version2),
  };
}

/** The values of the attributes that are used: one each, none of them twice. */
function attributeValues(attributes: Field): ReadonlyMap<string, Field> {
  const values = new Map<string, Field>();
  for (const attribute of fieldsOf(attributes).all(tags.sequence)) {
    const fields = fieldsOf(attribute);
    const type = oidOf(fields.take(tags.oid));
    const tag = attributeTags.get(type);
    const set = fields.take(tags.set);
    fields.end();
    if (values.has(type)) throw new Malformed('attribute twice');
    if (tag !== undefined) values.set(type, only(set, tag));
  }
  return values;
}

/** RFC 5816: SHA-256 unless it says otherwise. */
function certificateDigest(attribute: Field): TokenSigner['certificateDigest'] {
  const { algorithm, hash } = firstCertificate(attribute);
  return { digest: algorithm === null ? 'sha256' : algorithmOf(algorithm), bytes: hash };
}

/** ESSCertID or ESSCertIDv2, RFC 5035. The first is the signer's. */
function firstCertificate(attribute: Field): { readonly algorithm: Field | null; readonly hash: Uint8Array } {
  const first = fieldsOf(fieldsOf(fieldsOf(attribute).take(tags.sequence)).take(tags.sequence));
  const algorithm = first.optional(tags.sequence);
  return { algorithm, hash: contentOf(first.take(tags.octetString)) };
}

function issuerAndSerial(field: Field): { readonly issuer: Uint8Array; readonly serial: string } {
  const fields = fieldsOf(field);
  const issuer = fields.take(tags.sequence).raw;
  const serial = integerHex(fields.take(tags.integer));
  fields.end();
  return { issuer, serial };
}

/** The digest's name, or the object identifier. */
function algorithmOf(field: Field): string {
  const fields = fieldsOf(field);
  const id = oidOf(fields.take(tags.oid));
  fields.optional(tags.null);
  // Parameters of RSA-PSS. A signature with other ones than the usual doesn't verify.
  fields.optional(tags.sequence);
  fields.end();
  return digests[id] ?? id;
}

function only(field: Field, tag: number): Field {
  const fields = fieldsOf(field);
  const content = fields.take(tag);
  fields.end();
  return content;
}

function required(field: Field | null): Field {
  if (field === null) throw new Malformed('field missing');
  return field;
}

function expectOid(field: Field, id: string): void {
  if (oidOf(field) !== id) throw new Malformed(`not ${id}`);
}

function expectNumber(field: Field, value: number): void {
  if (smallInteger(field) !== value) throw new Malformed(`not ${value}`);
}
