/**
 * Reads DER one field after the other, in the order of its specification. asn1js does the decoding. Everything comes from
 * outside: what isn't as specified throws Malformed, which stays inside of this folder.
 */
import { type BaseBlock, Constructed, fromBER, ObjectIdentifier } from 'asn1js';

export class Malformed extends Error {}

export const tags = {
  boolean: 1,
  integer: 2,
  bitString: 3,
  octetString: 4,
  null: 5,
  oid: 6,
  utf8: 12,
  sequence: 16,
  set: 17,
  time: 24,
} as const;

/** A token has five levels and some 600 values. */
const limits = { maxDepth: 32, maxNodes: 20_000, maxContentLength: 65_536 };

export interface Field {
  /** The whole field with its tag and length. */
  readonly raw: Uint8Array;
  readonly block: BaseBlock;
}

export interface Fields {
  /** The next field, which has to have this universal tag. */
  take(tag: number): Field;
  /** The next field if it has this universal tag. */
  optional(tag: number): Field | null;
  /** The next field if it has this tag of its context. */
  context(tag: number): Field | null;
  /** The rest, which may be empty. All have to have this universal tag. */
  all(tag: number): readonly Field[];
  /** Nothing may follow. */
  end(): void;
}

/** One field with this universal tag, and nothing behind it. */
export function parseDer(bytes: Uint8Array, tag: number = tags.sequence): Field {
  const { offset, result } = decode(bytes);
  if (offset !== bytes.byteLength) throw new Malformed(result.error);
  if (result.idBlock.tagClass !== 1 || result.idBlock.tagNumber !== tag) throw new Malformed(`no tag ${tag}`);
  return fieldOf(result);
}

function decode(bytes: Uint8Array): ReturnType<typeof fromBER> {
  try {
    return fromBER(bytes, limits);
  } catch {
    // asn1js throws for some wrong texts.
    throw new Malformed('not DER');
  }
}

/** The fields in a SEQUENCE, a SET or a constructed field with a tag of its context. */
export function fieldsOf(field: Field): Fields {
  const { block } = field;
  // Sequence and Set are subclasses.
  if (!(block instanceof Constructed) || !block.idBlock.isConstructed) throw new Malformed('not constructed');
  const blocks = block.valueBlock.value;
  // asn1js accepts fields that are longer than what they are in.
  const inside = blocks.reduce((sum, { valueBeforeDecodeView }) => sum + valueBeforeDecodeView.byteLength, 0);
  if (block.lenBlock.isIndefiniteForm || inside !== block.lenBlock.length)
    throw new Malformed('wrong length');
  let at = 0;
  const next = (tagClass: number, tag: number): Field | null => {
    const found = blocks[at];
    if (found?.idBlock.tagClass !== tagClass || found.idBlock.tagNumber !== tag) return null;
    at += 1;
    return fieldOf(found);
  };
  const take = (tag: number): Field => {
    const found = next(1, tag);
    if (found === null) throw new Malformed(`no field with tag ${tag}`);
    return found;
  };
  return {
    take,
    optional: (tag) => next(1, tag),
    context: (tag) => next(3, tag),
    all: (tag) => blocks.slice(at).map(() => take(tag)),
    end() {
      if (at < blocks.length) throw new Malformed('unexpected field');
    },
  };
}

/** The content of a primitive field. */
export function contentOf({ raw, block }: Field): Uint8Array {
  if (block.idBlock.isConstructed || raw.byteLength < block.lenBlock.length)
    throw new Malformed('not primitive');
  return raw.subarray(raw.byteLength - block.lenBlock.length);
}

export function oidOf({ block }: Field): string {
  if (!(block instanceof ObjectIdentifier)) throw new Malformed('not an object identifier');
  return block.getValue();
}

/** Two's complement, without leading zeros, so that equal numbers have equal texts. */
export function integerHex(field: Field): string {
  const hex = Buffer.from(contentOf(field))
    .toString('hex')
    .replace(/^(00)+/, '');
  return hex === '' ? '00' : hex;
}

export function smallInteger(field: Field): number {
  const hex = integerHex(field);
  if (hex.length > 8) throw new Malformed('number too large');
  return Number.parseInt(hex, 16);
}

/** GeneralizedTime as RFC 3161 restricts it: UTC with seconds, and fractions of any length. To the millisecond. */
export function timeOf(field: Field): Date {
  const text = derText(field);
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d+))?Z$/.exec(text);
  const [, year, month, day, hour, minute, second, fraction = ''] = parts ?? [];
  const milliseconds = fraction.padEnd(3, '0').slice(0, 3);
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}Z`);
  if (parts === null || Number.isNaN(time.getTime())) throw new Malformed('not a time');
  return time;
}

export function derText(field: Field): string {
  return Buffer.from(contentOf(field)).toString('utf8');
}

export function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

function fieldOf(block: BaseBlock): Field {
  return { raw: block.valueBeforeDecodeView, block };
}
