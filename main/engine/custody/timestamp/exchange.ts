/** The request to a time-stamping authority and its answer, as bytes (RFC 3161 2.4). */
import { Boolean as Asn1Boolean, Integer, Null, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import { printable } from '../../../../preload/contract/texts/printable.ts';
import type { TimestampProblem, TimestampProof } from '../../../../preload/contract/views/timestamp.ts';
import { derText, type Field, fieldsOf, integerHex, Malformed, parseDer, smallInteger, tags } from './der.ts';
import { type TokenExpectations, verifyToken } from './verify-token.ts';

const sha256Id = '2.16.840.1.101.3.4.2.1';
/** Statuses of an answer with a token: granted, and granted with modifications. */
const granted = [0, 1];
const longestMessage = 300;

export interface TimestampRequest {
  readonly bytes: Uint8Array;
  /** In hex, as `verifyToken` compares it. */
  readonly nonce: string;
}

/** Asks for the authority's certificate as well, so that the token can be verified on its own. */
export function createTimestampRequest(imprint: Uint8Array, nonce: Uint8Array): TimestampRequest {
  // As few bytes as a positive number takes (X.690 8.3.2). Authorities refuse others.
  const digits = nonce.subarray(nonce.findIndex((byte) => byte !== 0));
  const sign = (digits[0] ?? 0) >= 0x80 ? [0] : [];
  const number = new Integer({ valueHex: Uint8Array.of(...sign, ...digits).buffer });
  const request = new Sequence({
    value: [
      new Integer({ value: 1 }),
      new Sequence({
        value: [
          new Sequence({ value: [new ObjectIdentifier({ value: sha256Id }), new Null()] }),
          new OctetString({ valueHex: Uint8Array.from(imprint).buffer }),
        ],
      }),
      number,
      new Asn1Boolean({ value: true }),
    ],
  });
  return {
    bytes: new Uint8Array(request.toBER()),
    nonce: integerHex(parseDer(new Uint8Array(number.toBER()), tags.integer)),
  };
}

export type ResponseCheck =
  | { readonly ok: true; readonly token: Uint8Array; readonly proof: TimestampProof }
  | { readonly ok: false; readonly problem: TimestampProblem };

export function readTimestampResponse(bytes: Uint8Array, expected: TokenExpectations): ResponseCheck {
  try {
    const fields = fieldsOf(parseDer(bytes));
    const status = fieldsOf(fields.take(tags.sequence));
    const code = smallInteger(status.take(tags.integer));
    const messages = status.optional(tags.sequence);
    if (!granted.includes(code))
      return { ok: false, problem: { code: 'refused', status: code, authorityMessage: messageOf(messages) } };
    const token = fields.take(tags.sequence).raw;
    fields.end();
    const checked = verifyToken(token, expected);
    return checked.ok ? { ok: true, token, proof: checked.proof } : checked;
  } catch (error) {
    if (error instanceof Malformed) return { ok: false, problem: { code: 'malformed' } };
    throw error;
  }
}

function messageOf(messages: Field | null): string {
  if (messages === null) return '';
  return printable(fieldsOf(messages).all(tags.utf8).map(derText).join(' ')).slice(0, longestMessage);
}
