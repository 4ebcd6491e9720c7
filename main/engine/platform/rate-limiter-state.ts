import { closeSync, constants, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import type { RateLimiterState } from './rate-limiter.ts';

const slotBytes = 8;
/** More than any profile's rate: a larger file is not ours. */
const maxFileBytes = 100_000 * slotBytes;

/**
 * A rate limiter's state as a file of one 64-bit float per slot, written in place. No fsync: a killed process leaves what
 * it wrote, and a computer that lost power takes longer than a second to start. Where the file can't be written
 * (read-only or full disk), requests continue, and only the first second after a restart is less certain.
 */
export function openRateLimiterState(path: string): RateLimiterState {
  let file: number | null = orNull(() => openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600));
  const cell = Buffer.alloc(slotBytes);
  return {
    load: () => (file === null ? [] : (drainTimes(file) ?? [])),
    save(slot, answeredAtMs) {
      const open = file;
      if (open === null) return;
      cell.writeDoubleLE(answeredAtMs);
      orNull(() => writeSync(open, cell, 0, slotBytes, slot * slotBytes));
    },
    close() {
      const open = file;
      // Cleared before it is closed: a later request must not write to a file that reuses the number.
      file = null;
      if (open !== null) closeSync(open);
    },
  };
}

/** Reads the times and empties the file: the limiter writes all slots, and their number may have changed. */
function drainTimes(file: number): readonly number[] | null {
  return orNull(() => {
    const bytes = Buffer.alloc(Math.min(fstatSync(file).size, maxFileBytes));
    const readBytes = readSync(file, bytes, 0, bytes.length, 0);
    ftruncateSync(file, 0);
    return Array.from({ length: Math.floor(readBytes / slotBytes) }, (_, slot) =>
      bytes.readDoubleLE(slot * slotBytes),
    );
  });
}

function orNull<T>(attempt: () => T): T | null {
  try {
    return attempt();
  } catch {
    return null;
  }
}
