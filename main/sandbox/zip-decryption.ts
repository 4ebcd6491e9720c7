/** Opens encrypted entries of ZIP files: PKZIP's own encryption (APPNOTE 6.1), and AES as WinZip writes it (AE-1 and AE-2). */
import { createCipheriv, createHmac, pbkdf2, timingSafeEqual } from 'node:crypto';
import { PassThrough, pipeline, Readable, type Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { crc32, createInflateRaw } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { BudgetExceededError, type ExpansionBudget } from './expansion-budget.ts';

const deriveKeys = promisify(pbkdf2);
const methods = { stored: 0, deflated: 8, aes: 99 } as const;
const aesField = 0x9901;
const headerBytes = 12;
const authenticationBytes = 10;
const verifierBytes = 2;
const blockBytes = 16;

/** Decrypts chunks in their order. */
type Decrypt = (chunk: Buffer) => Buffer;

/** How one entry is encrypted, and where its content is among its bytes. */
interface Encryption {
  readonly method: number;
  readonly from: number;
  readonly to: number;
  /** A fresh one for each reading; undefined where the password is certainly wrong. */
  decryptWith(password: string): Promise<(() => Decrypt) | undefined>;
}

/** The first of the passwords that opens the entry, as a way to read it. Undefined if none does. Throws BudgetExceededError. */
export async function unlock(
  zip: ZipFile,
  entry: Entry,
  passwords: Iterable<string>,
  budget: ExpansionBudget,
): Promise<{ readonly password: string; readonly open: () => Promise<Readable> } | undefined> {
  const encryption = await (entry.compressionMethod === methods.aes
    ? aesEncryption(zip, entry)
    : traditionalEncryption(zip, entry));
  if (encryption === undefined) return undefined;
  const { method, from, to } = encryption;
  const expand = method === methods.stored ? () => new PassThrough() : createInflateRaw;
  if (method !== methods.stored && method !== methods.deflated) return undefined;
  for (const password of passwords) {
    budget.addBytes(0);
    const decrypt = await encryption.decryptWith(password);
    if (decrypt === undefined) continue;
    const open = async () =>
      plainBytes(await rawBytes(zip, entry, from, to), decrypt(), expand(), entry.uncompressedSize);
    if (await isWhole(await open(), entry, budget)) return { password, open };
  }
  return undefined;
}

/** What a wrong password gives may pass for a key, but isn't a stream of this size and checksum. */
async function isWhole(content: Readable, entry: Entry, budget: ExpansionBudget): Promise<boolean> {
  let bytes = 0;
  let crc = 0;
  try {
    for await (const chunk of content) {
      budget.addBytes(chunk.length);
      bytes += chunk.length;
      crc = crc32(chunk, crc);
    }
  } catch (error) {
    if (error instanceof BudgetExceededError) throw error;
    return false;
  }
  // AE-2 keeps no checksum; its own authentication was compared.
  return bytes === entry.uncompressedSize && (crc === entry.crc32 || entry.compressionMethod === methods.aes);
}

const rawBytes = (zip: ZipFile, entry: Entry, start: number, end: number): Promise<Readable> =>
  zip.openReadStreamPromise(entry, { decodeFileData: false, start, end });

function plainBytes(raw: Readable, decrypt: Decrypt, expand: Transform, mostBytes: number): Readable {
  async function* decrypted(): AsyncGenerator<Buffer> {
    for await (const chunk of raw) yield decrypt(chunk);
  }
  async function* limited(): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const chunk of expand) {
      bytes += chunk.length;
      if (bytes > mostBytes) throw new Error('it expands to more than it states');
      yield chunk;
    }
  }
  // Whoever reads the end gets the error.
  pipeline(Readable.from(decrypted()), expand, () => undefined);
  return Readable.from(limited());
}

async function traditionalEncryption(zip: ZipFile, entry: Entry): Promise<Encryption | undefined> {
  if (entry.compressedSize < headerBytes) return undefined;
  const header = await buffer(await rawBytes(zip, entry, 0, headerBytes));
  // With a data descriptor, the checksum wasn't known yet.
  const hasDescriptor = (entry.generalPurposeBitFlag & 8) !== 0;
  const checkBytes = [entry.crc32 >>> 24, ...(hasDescriptor ? [entry.lastModFileTime >>> 8] : [])];
  return {
    method: entry.compressionMethod,
    from: headerBytes,
    to: entry.compressedSize,
    async decryptWith(password) {
      const start = () => {
        const cipher = new TraditionalCipher(Buffer.from(password));
        return { checkByte: cipher.decrypt(header)[headerBytes - 1] ?? -1, cipher };
      };
      if (!checkBytes.includes(start().checkByte)) return undefined;
      return () => {
        const { cipher } = start();
        return (chunk) => cipher.decrypt(chunk);
      };
    },
  };
}

async function aesEncryption(zip: ZipFile, entry: Entry): Promise<Encryption | undefined> {
  const field = entry.extraFields.find(({ id, data }) => id === aesField && data.length >= 7)?.data;
  const keyBytes = { 1: 16, 2: 24, 3: 32 }[field?.[4] ?? 0];
  if (field === undefined || keyBytes === undefined) return undefined;
  const saltBytes = keyBytes / 2;
  const from = saltBytes + verifierBytes;
  const to = entry.compressedSize - authenticationBytes;
  if (to < from) return undefined;
  const head = await buffer(await rawBytes(zip, entry, 0, from));
  const authentication = await buffer(await rawBytes(zip, entry, to, entry.compressedSize));
  return {
    method: field.readUInt16LE(5),
    from,
    to,
    async decryptWith(password) {
      const keys = await deriveKeys(
        password,
        head.subarray(0, saltBytes),
        1000,
        2 * keyBytes + verifierBytes,
        'sha1',
      );
      if (!keys.subarray(2 * keyBytes).equals(head.subarray(saltBytes))) return undefined;
      const hmac = createHmac('sha1', keys.subarray(keyBytes, 2 * keyBytes));
      for await (const chunk of await rawBytes(zip, entry, from, to)) hmac.update(chunk);
      const isAuthentic = timingSafeEqual(hmac.digest().subarray(0, authenticationBytes), authentication);
      return isAuthentic ? () => aesCounterMode(keys.subarray(0, keyBytes)) : undefined;
    },
  };
}

/** Counter mode with a little-endian counter that starts at 1, which OpenSSL doesn't have. */
function aesCounterMode(key: Buffer): Decrypt {
  const cipher = createCipheriv(`aes-${key.length * 8}-ecb`, key, null).setAutoPadding(false);
  let block = 1n;
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    const needed = Math.max(0, chunk.length - rest.length);
    const counters = Buffer.alloc(Math.ceil(needed / blockBytes) * blockBytes);
    for (let at = 0; at < counters.length; at += blockBytes) counters.writeBigUInt64LE(block++, at);
    const keystream = Buffer.concat([rest, cipher.update(counters)]);
    rest = keystream.subarray(chunk.length);
    return Buffer.from(chunk.map((byte, index) => byte ^ (keystream[index] ?? 0)));
  };
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => ~crc32(Buffer.of(byte), 0xff_ff_ff_ff) >>> 0);

class TraditionalCipher {
  #first = 0x12_34_56_78;
  #second = 0x23_45_67_89;
  #third = 0x34_56_78_90;

  constructor(password: Buffer) {
    for (const byte of password) this.#update(byte);
  }

  decrypt(bytes: Buffer): Buffer {
    return Buffer.from(
      bytes.map((byte) => {
        const mixed = (this.#third | 2) & 0xffff;
        const plain = byte ^ ((Math.imul(mixed, mixed ^ 1) >>> 8) & 0xff);
        this.#update(plain);
        return plain;
      }),
    );
  }

  #update(byte: number): void {
    this.#first = step(this.#first, byte);
    this.#second = (Math.imul(this.#second + (this.#first & 0xff), 134_775_813) + 1) | 0;
    this.#third = step(this.#third, this.#second >>> 24);
  }
}

/** CRC-32 of one byte, without the inversions around it. */
const step = (crc: number, byte: number): number => (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0);
