import { createHash, type Hash } from 'node:crypto';

export interface LinesDigest {
  readonly add: (line: string) => void;
  readonly hex: () => string;
}

/** SHA-256 over lines, each ended by a line feed. */
export function createLinesDigest(): LinesDigest {
  const hash: Hash = createHash('sha256');
  let pending = '';
  return {
    add: (line) => {
      // One call into OpenSSL for many lines, not one per item.
      pending += `${line}\n`;
      if (pending.length < 65_536) return;
      hash.update(pending, 'utf8');
      pending = '';
    },
    hex: () => hash.update(pending, 'utf8').digest('hex'),
  };
}
