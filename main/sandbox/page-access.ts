/**
 * Who may see the pages. An address with a token opens them once. The browser that used it gets a cookie, and its pages
 * are below a path that nobody else knows: cookies are sent to every port of a host, but only below their path, so that
 * another program's web server on this computer does not receive this one.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { UsedTokens } from './store/used-tokens.ts';

const secretBytes = 32;
/** A person may start the sandbox in the morning and look at its pages in the evening. */
const tokenLifeMs = 12 * 60 * 60_000;
const maxSessions = 100;

export type TokenProblem = 'invalid' | 'expired' | 'used';

export interface PageSession {
  /** Part of the path of its pages. Useless without the cookie. */
  readonly id: string;
  /** The value of its cookie. */
  readonly cookie: string;
}

export type Redeemed =
  | { readonly ok: true; readonly session: PageSession }
  | { readonly ok: false; readonly problem: TokenProblem };

/** Keys for one purpose each. They are derived, so that a data folder has one secret to keep. */
export function derivedKey(secret: string, purpose: 'pages' | 'inspection'): string {
  return createHmac('sha256', secret).update(`key for ${purpose}`).digest('base64url');
}

export function newPageToken(key: string, nowMs: number): string {
  const claim = `${nowMs + tokenLifeMs}.${randomBytes(secretBytes).toString('base64url')}`;
  return `${claim}.${signature(key, claim)}`;
}

/** The address that opens the pages once. */
export function pageAddress(origin: string, key: string, nowMs: number): string {
  const url = new URL('/', origin);
  url.searchParams.set('token', newPageToken(key, nowMs));
  return url.href;
}

export class PageAccess {
  readonly #key: string;
  readonly #used: UsedTokens;
  /** The hash of the cookie, by session. In memory: sessions end with the process. */
  readonly #sessions = new Map<string, Buffer>();

  constructor(key: string, used: UsedTokens) {
    this.#key = key;
    this.#used = used;
  }

  redeem(token: string, nowMs: number): Redeemed {
    const [, claim, expires, given] = /^((\d{1,15})\.[\w-]{43})\.([\w-]{43})$/.exec(token) ?? [];
    if (claim === undefined || given === undefined || !isSameText(given, signature(this.#key, claim))) {
      return { ok: false, problem: 'invalid' };
    }
    const expiresMs = Number(expires);
    if (nowMs >= expiresMs) return { ok: false, problem: 'expired' };
    if (!this.#used.use(sha256(claim).toString('hex'), expiresMs, nowMs)) {
      return { ok: false, problem: 'used' };
    }
    const session = {
      id: randomBytes(secretBytes).toString('base64url'),
      cookie: randomBytes(secretBytes).toString('base64url'),
    };
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size >= maxSessions && oldest !== undefined) this.#sessions.delete(oldest);
    this.#sessions.set(session.id, sha256(session.cookie));
    return { ok: true, session };
  }

  /** Another program may have set cookies of the same name, so any of the values may be the session's. */
  isOpen(sessionId: string, cookies: readonly string[]): boolean {
    const expected = this.#sessions.get(sessionId);
    return expected !== undefined && cookies.some((cookie) => timingSafeEqual(sha256(cookie), expected));
  }
}

/** Compares in constant time, whatever the lengths. */
export function isSameText(given: string, expected: string): boolean {
  return timingSafeEqual(sha256(given), sha256(expected));
}

function signature(key: string, claim: string): string {
  return createHmac('sha256', key).update(claim).digest('base64url');
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
