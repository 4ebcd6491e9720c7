import { closeSync, constants, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import type { RateLimiterState } from './rate-limiter.ts';

const slotBytes = 8;
/** More than any profile's rate: a file beyond it is not ours. */
const maxFileBytes = 100_000 * slotBytes;

/**
 * A pacer's memory as a file of one 64-bit float for each slot, written in place. Without fsync: a killed process
 * leaves what it wrote, and a machine that lost power takes longer than a second to start. Where the file cannot be
 * kept (read-only or full disk), requests go on, and only the first second after a restart is less certain.
 */
export function openRateLimiterState(path: string): RateLimiterState {
  let file: number | null = orNull(() => openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600));
  const cell = Buffer.alloc(slotBytes);
  return {
    load: () => (file === null ? [] : (takeTimes(file) ?? [])),
    save(slot, answeredAtMs) {
      const open = file;
      if (open === null) return;
      cell.writeDoubleLE(answeredAtMs);
      orNull(() => writeSync(open, cell, 0, slotBytes, slot * slotBytes));
    },
    close() {
      const open = file;
      // Forgotten before it is closed: a request that ends later must not write to whatever reuses the number.
      file = null;
      if (open !== null) closeSync(open);
    },
  };
}

/** Reads the times and empties the file: the pacer writes its slots anew, and their number may have changed. */
function takeTimes(file: number): readonly number[] | null {
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
