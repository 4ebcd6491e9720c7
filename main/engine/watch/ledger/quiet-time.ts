/**
 * How long a watched folder was quiet, as far as that is known: what the file system reported and no scan has read yet may
 * be a new file. Times are those of performance.now(). A top-level folder is named as in the ledger; null is everything.
 */
export class QuietTime {
  readonly #changedAtMs = new Map<string | null, number>();
  /** Since when folders have something that no scan has begun to read. Null after a complete scan failed. */
  readonly #unreadSinceMs = new Map<string | null, number>();
  /** The same for what is being read. Null for a complete scan. */
  readonly #readingSinceMs = new Map<string | null, number>();
  #scanBegunMs: number | null = null;

  /** A file of this top-level folder is new or changed. */
  changed(top: string, nowMs: number): void {
    this.#changedAtMs.set(top, nowMs);
    this.#changedAtMs.set(null, nowMs);
  }

  /** The file system reports a change. During a scan it comes late, because the thread that scans is busy. */
  heard(top: string, nowMs: number): void {
    setEarlier(this.#unreadSinceMs, top, this.#scanBegunMs ?? nowMs);
  }

  beginScan(isComplete: boolean, nowMs: number): void {
    this.#scanBegunMs = nowMs;
    if (isComplete) this.#readingSinceMs.set(null, nowMs);
    for (const [top, sinceMs] of this.#unreadSinceMs) {
      if (top === null && !isComplete) continue;
      setEarlier(this.#readingSinceMs, top, sinceMs);
      this.#unreadSinceMs.delete(top);
    }
  }

  /** `wasRead`: it came to its end. Otherwise what it was to read is still unread. */
  endScan(wasRead: boolean): void {
    this.#scanBegunMs = null;
    if (!wasRead)
      for (const [top, sinceMs] of this.#readingSinceMs) setEarlier(this.#unreadSinceMs, top, sinceMs);
    this.#readingSinceMs.clear();
  }

  /** Infinity if nothing changed since the start. */
  quietMs(top: string | null, nowMs: number): number {
    const changedAtMs = this.#changedAtMs.get(top) ?? Number.NEGATIVE_INFINITY;
    const knownUntilMs = Math.min(
      nowMs,
      earliest(this.#unreadSinceMs, top),
      earliest(this.#readingSinceMs, top),
    );
    return Math.max(0, knownUntilMs - changedAtMs);
  }
}

function setEarlier(times: Map<string | null, number>, top: string | null, ms: number): void {
  times.set(top, Math.min(ms, times.get(top) ?? Number.POSITIVE_INFINITY));
}

function earliest(times: ReadonlyMap<string | null, number>, top: string | null): number {
  if (top !== null)
    return Math.min(times.get(top) ?? Number.POSITIVE_INFINITY, times.get(null) ?? Number.POSITIVE_INFINITY);
  let ms = Number.POSITIVE_INFINITY;
  for (const sinceMs of times.values()) ms = Math.min(ms, sinceMs);
  return ms;
}
