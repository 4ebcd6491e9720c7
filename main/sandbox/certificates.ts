/**
 * Certificates of a sandbox over TLS. Its certificate authority is made once for a data folder, so that a client needs to be
 * told of it once. The server's certificate is new at every start, and its key stays in memory.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Boolean as Asn1Boolean,
  Set as Asn1Set,
  type BaseBlock,
  BitString,
  Constructed,
  fromBER,
  GeneralizedTime,
  Integer,
  ObjectIdentifier,
  OctetString,
  Primitive,
  Sequence,
  UTCTime,
  Utf8String,
} from 'asn1js';
import type { FileStorage } from './file-storage.ts';
import { readPrivateFile } from './private-files.ts';
import { dataNames } from './store/data-names.ts';

export interface ServerCertificate {
  /** With the key in it, PEM. */
  readonly key: string;
  readonly cert: string;
  /** The path of the authority's certificate: what a client has to trust. */
  readonly caFile: string;
}

interface Authority {
  readonly name: string;
  readonly key: KeyObject;
  readonly pem: string;
}

const dayMs = 86_400_000;
/** Systems refuse certificates of servers that are valid for longer than 398 days. */
const serverDays = 397;
const authorityDays = 3650;
const maxFileBytes = 64 * 1024;

/** Throws if the authority's files are somebody else's or links, or can't be written. */
export function openCertificates(files: FileStorage, nowMs = Date.now()): ServerCertificate {
  const caFile = join(files.root, dataNames.authority);
  const keyFile = join(files.root, dataNames.authorityKey);
  const authority =
    readAuthority(readPrivateFile(caFile, maxFileBytes), readPrivateFile(keyFile, maxFileBytes), nowMs) ??
    makeAuthority(nowMs);
  const write = (path: string, text: string): void => {
    const temporary = files.temporary();
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(temporary, path);
  };
  if (authority.isNew) {
    write(keyFile, pemOf(authority.key));
    write(caFile, authority.pem);
  }
  const { privateKey, publicKey } = newKeys();
  const cert = certificate({
    name: 'localhost',
    publicKey,
    issuer: authority,
    nowMs,
    days: serverDays,
    extensions: [
      extension(ids.basicConstraints, new Sequence(), true),
      extension(ids.keyUsage, bits(0b1000_0000, 7), true),
      extension(ids.extendedKeyUsage, new Sequence({ value: [id(ids.serverAuthentication)] })),
      extension(
        ids.subjectAltName,
        new Sequence({ value: [dnsName('localhost'), address(loopback4), address(loopback6)] }),
      ),
    ],
  });
  return { key: pemOf(privateKey), cert, caFile };
}

type OpenedAuthority = Authority & { readonly isNew: boolean };

/** Undefined if there is none, if it ends before a certificate that it would sign, or if a kill left half of it. */
function readAuthority(
  pem: string | undefined,
  keyPem: string | undefined,
  nowMs: number,
): OpenedAuthority | undefined {
  if (pem === undefined || keyPem === undefined) return undefined;
  try {
    const read = new X509Certificate(pem);
    const key = createPrivateKey(keyPem);
    const isUsable = read.checkPrivateKey(key) && Date.parse(read.validTo) > nowMs + serverDays * dayMs;
    return isUsable ? { name: read.subject.replace(/^CN=/, ''), key, pem, isNew: false } : undefined;
  } catch {
    return undefined;
  }
}

function makeAuthority(nowMs: number): OpenedAuthority {
  const { privateKey, publicKey } = newKeys();
  // Clients tell authorities apart by name.
  const name = `Lading sandbox ${randomBytes(4).toString('hex')}`;
  const pem = certificate({
    name,
    publicKey,
    issuer: { name, key: privateKey },
    nowMs,
    days: authorityDays,
    extensions: [
      extension(ids.basicConstraints, new Sequence({ value: [new Asn1Boolean({ value: true })] }), true),
      extension(ids.keyUsage, bits(0b0000_0100, 2), true),
      // Whoever gets hold of its key can impersonate nothing but this computer to itself.
      extension(ids.nameConstraints, new Sequence({ value: [tagged(0, permittedNames())] }), true),
    ],
  });
  return { name, key: privateKey, pem, isNew: true };
}

const permittedNames = (): BaseBlock[] =>
  [
    dnsName('localhost'),
    address([...loopback4, 255, 255, 255, 255]),
    address([...loopback6, ...new Array<number>(16).fill(255)]),
  ].map((base) => new Sequence({ value: [base] }));

interface CertificateFields {
  readonly name: string;
  readonly publicKey: KeyObject;
  readonly issuer: Pick<Authority, 'name' | 'key'>;
  readonly nowMs: number;
  readonly days: number;
  readonly extensions: readonly BaseBlock[];
}

/** RFC 5280 4.1, as PEM. */
function certificate({ name, publicKey, issuer, nowMs, days, extensions }: CertificateFields): string {
  const keyIds = [
    extension(ids.subjectKeyId, octets(keyId(publicKey))),
    extension(
      ids.authorityKeyId,
      new Sequence({ value: [taggedBytes(0, keyId(createPublicKey(issuer.key)))] }),
    ),
  ];
  // Positive, and unlike any other.
  const serial = Uint8Array.of(0x40, ...randomBytes(15));
  const signed = new Sequence({
    value: [
      tagged(0, [new Integer({ value: 2 })]),
      new Integer({ valueHex: serial.buffer }),
      algorithm(),
      distinguishedName(issuer.name),
      // A clock may be set back by a little.
      new Sequence({ value: [time(nowMs - dayMs), time(nowMs + days * dayMs)] }),
      distinguishedName(name),
      fromBER(exactBuffer(publicKey.export({ type: 'spki', format: 'der' }))).result,
      tagged(3, [new Sequence({ value: [...extensions, ...keyIds] })]),
    ],
  });
  const signature = sign('sha256', Buffer.from(signed.toBER()), issuer.key);
  const whole = new Sequence({
    value: [signed, algorithm(), new BitString({ valueHex: exactBuffer(signature) })],
  });
  return new X509Certificate(Buffer.from(whole.toBER())).toString();
}

const ids = {
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  commonName: '2.5.4.3',
  subjectKeyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  authorityKeyId: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  serverAuthentication: '1.3.6.1.5.5.7.3.1',
} as const;
const loopback4 = [127, 0, 0, 1];
const loopback6 = [...new Array<number>(15).fill(0), 1];

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const keyId = (key: KeyObject): Buffer =>
  createHash('sha1')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest();
/** asn1js takes whole buffers only. */
const exactBuffer = (bytes: Iterable<number>): ArrayBuffer => Uint8Array.from(bytes).buffer;

const id = (value: string) => new ObjectIdentifier({ value });
const octets = (bytes: Iterable<number>) => new OctetString({ valueHex: exactBuffer(bytes) });
const bits = (value: number, unusedBits: number) =>
  new BitString({ valueHex: Uint8Array.of(value).buffer, unusedBits });
const algorithm = () => new Sequence({ value: [id(ids.ecdsaWithSha256)] });
const tagged = (tagNumber: number, value: BaseBlock[]) =>
  new Constructed({ idBlock: { tagClass: 3, tagNumber }, value });
const taggedBytes = (tagNumber: number, bytes: Iterable<number>) =>
  new Primitive({ idBlock: { tagClass: 3, tagNumber }, valueHex: exactBuffer(bytes) });
const dnsName = (name: string) => taggedBytes(2, Buffer.from(name));
const address = (bytes: readonly number[]) => taggedBytes(7, bytes);
const distinguishedName = (name: string) =>
  new Sequence({
    value: [
      new Asn1Set({
        value: [new Sequence({ value: [id(ids.commonName), new Utf8String({ value: name })] })],
      }),
    ],
  });

/** RFC 5280 4.1.2.5: years from 2050 on need four digits. */
function time(atMs: number): BaseBlock {
  const valueDate = new Date(Math.floor(atMs / 1000) * 1000);
  return valueDate.getUTCFullYear() < 2050 ? new UTCTime({ valueDate }) : new GeneralizedTime({ valueDate });
}

function extension(name: string, value: BaseBlock, isCritical = false): Sequence {
  const critical = isCritical ? [new Asn1Boolean({ value: true })] : [];
  return new Sequence({ value: [id(name), ...critical, octets(new Uint8Array(value.toBER()))] });
}
