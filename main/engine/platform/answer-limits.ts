/** What answers may cost: a hostile platform could fill memory, since a few bytes of JSON become an object. */
import { type OperationName, operations } from '../../../preload/contract/platform/operations.ts';
import type { JsonLimits } from '../types/json-excess.ts';

export interface AnswerLimits extends JsonLimits {
  readonly bytes: number;
}

export interface ListLimits {
  readonly pages: number;
  readonly characters: number;
  readonly values: number;
}

export interface PlatformAnswerLimits {
  /** Limits of one record, or of an error. */
  readonly record: AnswerLimits;
  /** Limits of one page. */
  readonly page: AnswerLimits;
  /** Limits of all pages of a list together, which callers may keep. */
  readonly list: ListLimits;
}

const mebibyte = 1024 * 1024;
/** Far deeper than any record of platform-interface 2. */
const depth = 64;

export const platformLimits: PlatformAnswerLimits = {
  record: { bytes: 4 * mebibyte, depth, values: 200_000 },
  // 10,000 events of the activity log on one page (platform-interface 8), with room.
  page: { bytes: 64 * mebibyte, depth, values: 2_000_000 },
  // Two million elements on the usual pages; half a million users with 30 fields each.
  list: { pages: 10_000, characters: 512 * mebibyte, values: 16_000_000 },
};

/** `sent`: the JSON of the request. A record repeats what was sent, such as the custodians of a hundred thousand folders. */
export function answerLimits(
  operation: OperationName,
  limits: PlatformAnswerLimits,
  sent: string | null,
): AnswerLimits {
  const { answers, pageSize } = operations[operation];
  if (answers === 'list' || pageSize !== null) return limits.page;
  const { record } = limits;
  const characters = sent?.length ?? 0;
  // A character takes six bytes at most, escaped as \u00e9, and each value two characters at least.
  return {
    ...record,
    bytes: record.bytes + 6 * characters,
    values: record.values + Math.ceil(characters / 2),
  };
}

/** S3's have 36 characters. */
export const maxEtagLength = 1_024;

/** What an answer took of a list's limits. */
export interface AnswerSize {
  readonly status: number;
  readonly characters: number;
  readonly values: number;
}
