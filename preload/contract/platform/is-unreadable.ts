import type { Failure, FailureCode } from '../failures/failure.ts';

const codes: ReadonlySet<FailureCode> = new Set([
  'forbidden',
  'not-found',
  'refused',
  'cap-reached',
  'unexpected-answer',
]);

/** The platform answered, but not with the record. After any other failure, a change would fail too. */
export function isUnreadable({ code }: Pick<Failure, 'code'>): boolean {
  return codes.has(code);
}
