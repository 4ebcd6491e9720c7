import { type Failure, failure } from '../../../preload/contract/failure.ts';

/** What came of one request. */
export type Outcome =
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** The body is what the operation's schema says; of an error only the words are wanted. */
      readonly readable: boolean;
      /** JSON, but not what the schema says: the service's own answer, which no patience mends. */
      readonly misfit?: boolean;
      /** The service's own words, or what was wrong with its body. */
      readonly words?: string;
      readonly retryAfterMs?: number;
    }
  | { readonly kind: 'not-sent' | 'broken' | 'timeout'; readonly words: string };

/** Safe: asking again changes nothing. Unsafe: a second request might create a second thing. */
export type Repeat = 'safe' | 'unsafe';

export type Decision =
  | { readonly do: 'done' }
  | { readonly do: 'retry'; readonly reason: string; readonly retryAfterMs?: number }
  /** The key is refused: the connection stops and asks for another, nothing fails. */
  | { readonly do: 'key-refused'; readonly failure: Failure }
  | { readonly do: 'stop'; readonly failure: Failure }
  /** The request may have been carried out, and asking again might do it twice. */
  | { readonly do: 'unknown'; readonly failure: Failure };

/** A body that stays unreadable is not the network's doing: after so many the operation stops. */
export const unreadableAnswersAllowed = 5;
/**
 * Where nobody waits for the answer, web pages and redirects are borne as long as a part bears them: a portal or proxy
 * that stands between may go away.
 */
export const patientlyAllowed = 30;

/**
 * The taxonomy of design, "Talking to the platform", and platform-interface 7. `unreadableBefore` counts the unreadable
 * answers (redirects included) this request had already.
 */
export function classify(
  operation: string,
  outcome: Outcome,
  repeat: Repeat,
  unreadableBefore = 0,
  patient = false,
): Decision {
  if (outcome.kind === 'not-sent') return { do: 'retry', reason: outcome.words };
  if (outcome.kind !== 'answer') {
    return repeat === 'safe' ? { do: 'retry', reason: outcome.words } : unknown(operation, outcome.words);
  }
  const { status, readable, words, retryAfterMs } = outcome;
  const said = words === undefined || words === '' ? '' : `: ${words}`;
  const answered = `the service answered ${status}${said}`;
  const later = retryAfterMs === undefined ? {} : { retryAfterMs };
  const stop = (code: Failure['code'], message: string): Decision => ({
    do: 'stop',
    failure: failure(code, message, { operation, status }).failure,
  });

  if (status >= 200 && status < 300) {
    if (readable) return { do: 'done' };
    const reason = `the answer (${status}) could not be read${said}`;
    if (repeat === 'unsafe') return unknown(operation, reason, status);
    return unreadableBefore + 1 <
      (patient && outcome.misfit !== true ? patientlyAllowed : unreadableAnswersAllowed)
      ? { do: 'retry', reason }
      : stop(
          'unexpected-answer',
          `${operation}: ${reason}. Check the server address and the interface profile, and whether a proxy or a network's sign-in page answers.`,
        );
  }
  if (status >= 500 && status < 600) {
    return repeat === 'safe'
      ? { do: 'retry', reason: answered, ...later }
      : unknown(operation, answered, status);
  }
  switch (status) {
    case 401:
      return {
        do: 'key-refused',
        failure: failure('key-refused', `The API key was refused (${operation}${said}). Give a valid key.`, {
          operation,
          status,
        }).failure,
      };
    case 403:
      return stop('forbidden', `The key's account may not do this (${operation}${said}).`);
    case 404:
      return stop('not-found', `The service does not have what was asked for (${operation}${said}).`);
    case 408:
      return repeat === 'safe'
        ? { do: 'retry', reason: answered, ...later }
        : unknown(operation, answered, status);
    case 422:
      return stop('cap-reached', `The service refused because a cap is reached (${operation}${said}).`);
    case 429:
      return { do: 'retry', reason: `the service asks for a pause (429)${said}`, ...later };
    default:
      if (status < 400 && patient && repeat === 'safe' && unreadableBefore + 1 < patientlyAllowed)
        return { do: 'retry', reason: `${answered}, a redirect, which is not followed` };
      return status >= 400 && status < 500
        ? stop('refused', `The service refused (${operation}, ${status}${said}).`)
        : stop(
            'unexpected-answer',
            `${operation}: ${answered}. Lading follows no redirects: check the server address, and whether a network's sign-in page answers.`,
          );
  }
}

function unknown(operation: string, reason: string, status?: number): Decision {
  return {
    do: 'unknown',
    failure: failure(
      'outcome-unknown',
      `${operation} was sent, but ${reason}: whether it was done is not known.`,
      status === undefined ? { operation } : { operation, status },
    ).failure,
  };
}

const backoffBaseMs = 500;
const backoffCapMs = 60_000;
/** Where each try costs something, and a night is to be waited out with few of them. */
export const costlyCapMs = 10 * 60_000;

/** Exponential backoff with full jitter (platform-interface 7.5). `attempt` 0 is the wait after the first failure. */
export function backoffMs(attempt: number, random: () => number, capMs = backoffCapMs): number {
  return Math.floor(random() * Math.min(capMs, backoffBaseMs * 2 ** attempt));
}

/** However long the service wishes: after this it is asked whether it still does. */
const retryAfterCapMs = 15 * 60_000;

/** Retry-After in both forms, seconds and date (RFC 9110, 10.2.3). Undefined where there is none that makes sense. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  const waitMs = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(0, waitMs), retryAfterCapMs);
}
