/** Engines that are killed, and what they may send again. */
import { expect } from 'vitest';
import { requestLog, type TestEnv } from './harness.ts';
import { acknowledgedParts } from './killed-store.ts';

/** Its ID. `after`: an earlier one. */
export async function lastRequest(env: TestEnv, after = env.before.request): Promise<number> {
  return (await requestLog(env, after)).at(-1)?.id ?? after;
}

/** "source file/part" of each PUT, or of those after a request. */
export async function putsAfter(env: TestEnv, after = env.before.request) {
  const puts = (await requestLog(env, after)).filter((row) => row.isPut === 1);
  return puts.map((row) => ({ ...row, part: `${row.sourceFileId}/${row.partNumber}` }));
}

/** How often each part may be sent again: once for each kill that it was in flight at. */
export class AllowedRepeats {
  readonly #times = new Map<string, number>();
  readonly #partsAtOnce: number;

  constructor(partsAtOnce: number) {
    this.#partsAtOnce = partsAtOnce;
  }

  get total(): number {
    return [...this.#times.values()].reduce((sum, times) => sum + times, 0);
  }

  allow(parts: readonly string[]): void {
    const inFlight = new Set(parts);
    expect(inFlight.size).toBeLessThanOrEqual(this.#partsAtOnce);
    for (const part of inFlight) this.#times.set(part, (this.#times.get(part) ?? 0) + 1);
  }

  /** Parts whose PUT had come since `after` and which the killed engine doesn't know to be acknowledged. */
  async allowInFlight(env: TestEnv, after: number): Promise<void> {
    const known = acknowledgedParts(env);
    this.allow((await putsAfter(env, after)).map(({ part }) => part).filter((part) => !known.has(part)));
  }

  /** Returns how many parts were sent more than once. */
  expectKept(puts: readonly { readonly part: string }[]): number {
    const sent = Map.groupBy(puts, ({ part }) => part);
    for (const [part, { length }] of sent)
      expect(length - 1, part).toBeLessThanOrEqual(this.#times.get(part) ?? 0);
    return [...sent.values()].filter(({ length }) => length > 1).length;
  }
}
