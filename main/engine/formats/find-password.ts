import type { ContentType } from '../../../preload/contract/views/content-type.ts';
import { OverBudget } from './budgeted-file.ts';
import type { TrialLimits } from './limits.ts';
import { type CannotTry, openForAll } from './password-check.ts';
import type { RandomAccess } from './random-access.ts';
import { passwordCheckOf } from './readers.ts';

export interface PasswordSearch {
  readonly passwords: readonly string[];
  /** Indexes of passwords that opened another file: they are tried first. */
  readonly first?: readonly number[];
  readonly limits?: TrialLimits;
  /** After each password that doesn't fit. */
  readonly onTried?: () => void;
}

/**
 * `password`: its index; null if the file opens without one of them. `reason`: null where that one password certainly opens
 * it; `several` where files in an archive needed others of them, and with no-fit `some-files` where a file in it needs one
 * that is not among them.
 */
export type FoundPassword =
  | {
      readonly status: 'opened';
      readonly password: number | null;
      readonly reason: 'checksum' | 'several' | null;
    }
  | { readonly status: 'no-fit'; readonly reason: 'some-files' | null }
  | { readonly status: 'cannot-try'; readonly reason: CannotTry };

/** Which of the passwords opens a locked file of this type. Takes any bytes. Throws what the file system throws. */
export function findPassword(type: ContentType, file: RandomAccess, search: PasswordSearch): FoundPassword {
  try {
    return tryAll(type, file, search);
  } catch (error) {
    if (error instanceof OverBudget) return { status: 'cannot-try', reason: 'too-slow' };
    throw error;
  }
}

function tryAll(type: ContentType, file: RandomAccess, search: PasswordSearch): FoundPassword {
  const { passwords, limits } = search;
  const check = passwordCheckOf(type, file, limits);
  if (check.kind === 'cannot-try') return { status: 'cannot-try', reason: check.reason };
  const found = firstFit(check.fits, search);
  if (found === undefined) return { status: 'no-fit', reason: null };
  let reason: 'checksum' | 'several' | null = check.proof ?? null;
  for (const fits of check.others ?? []) {
    if (found !== null && fits(passwords[found] ?? '')) continue;
    if (firstFit(fits, search) === undefined) return { status: 'no-fit', reason: 'some-files' };
    reason = 'several';
  }
  return { status: 'opened', password: found, reason };
}

/** It is null if none of the passwords is needed, undefined if none fits. */
function firstFit(
  fits: (password: string) => boolean,
  { passwords, first = [], onTried }: PasswordSearch,
): number | null | undefined {
  if (openForAll.some((password) => fits(password))) return null;
  for (const index of inOrder(passwords.length, first)) {
    if (fits(passwords[index] ?? '')) return index;
    onTried?.();
  }
  return undefined;
}

function* inOrder(count: number, first: readonly number[]): Generator<number> {
  yield* first;
  const done = new Set(first);
  for (let index = 0; index < count; index += 1) if (!done.has(index)) yield index;
}
