import { readSync } from 'node:fs';
import type { RandomAccess } from '../../formats/random-access.ts';
import { headBytes } from '../../formats/recognize/recognize.ts';
import type { Call } from './inspect-protocol.ts';

/** An open file whose first bytes were read already: nearly always they are all that is asked for. */
export function openContent(fd: number, sizeBytes: number, head: Buffer, call: Call): RandomAccess {
  const fill = (into: Buffer, position: number): Buffer => {
    let filled = 0;
    while (filled < into.length) {
      const count = call(() => readSync(fd, into, filled, into.length - filled, position + filled));
      if (count === 0) break;
      filled += count;
    }
    return into.subarray(0, filled);
  };
  const start = fill(head.subarray(0, Math.min(headBytes, sizeBytes)), 0);
  return {
    sizeBytes,
    read(position, length) {
      const end = Math.min(position + length, sizeBytes);
      if (end <= start.length) return start.subarray(position, end);
      return fill(Buffer.allocUnsafe(Math.max(0, end - position)), position);
    },
  };
}
