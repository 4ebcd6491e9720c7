import type { Failure } from '../../../preload/contract/failures/failure.ts';

/**
 * Whether the platform has the list of uploaded parts, whose path is an assumption of the profile. Learned from its answers,
 * for one session.
 */
export class PartListSupport {
  #refusal: Failure | null = null;
  readonly #notFound = new Map<number, Failure>();

  /** Why the list is known to be absent; null while it may be there. */
  get refusal(): Failure | null {
    return this.#refusal;
  }

  recordFailure(sourceFileId: number, failure: Failure): void {
    // It may be the source file that wasn't found.
    if (failure.code === 'not-found') this.#notFound.set(sourceFileId, failure);
    else if (isAbsence(failure)) this.#refusal = failure;
  }

  /** The platform knows the source file. So if its list was not found, there is no such list. */
  recordKnownSourceFile(sourceFileId: number): void {
    this.#refusal ??= this.#notFound.get(sourceFileId) ?? null;
  }
}

/** Whether a resume continues without the list after this: it is absent, or may be, or can't be had in time. */
export function canDoWithoutList(failure: Failure): boolean {
  return isAbsence(failure) || failure.code === 'not-found' || failure.code === 'unreachable';
}

function isAbsence(failure: Failure): boolean {
  switch (failure.code) {
    case 'forbidden':
    case 'refused':
    case 'cap-reached':
    case 'unexpected-answer':
      return true;
    default:
      return false;
  }
}
