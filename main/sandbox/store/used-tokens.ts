import type { SandboxDatabase } from './database.ts';

/** Tokens of page addresses that were used, until they expire. Stored, because a restart must not make one valid again. */
export interface UsedTokens {
  /** Returns false if the token was used before. */
  use(hash: string, expiresMs: number, nowMs: number): boolean;
}

export function createUsedTokens(db: SandboxDatabase): UsedTokens {
  const forget = db.prepare<[number]>('DELETE FROM usedPageTokens WHERE expiresMs <= ?');
  const insert = db.prepare<[string, number]>(
    'INSERT INTO usedPageTokens (hash, expiresMs) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  return {
    use(hash, expiresMs, nowMs) {
      forget.run(nowMs);
      return insert.run(hash, expiresMs).changes === 1;
    },
  };
}
