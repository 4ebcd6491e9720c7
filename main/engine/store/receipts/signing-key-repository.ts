import type { Database } from 'better-sqlite3';
import type { KeyStorage } from '../../../../preload/contract/views/signing-key.ts';

export interface UsedKey {
  readonly fingerprint: string;
  readonly storage: KeyStorage;
  /** DER, SubjectPublicKeyInfo, in base64. */
  readonly publicKey: string;
  readonly firstUsedAt: string;
}

/** The keys that signed receipts of this store. */
export function createSigningKeyRepository(db: Database) {
  const columns = 'fingerprint, storage, public_key AS publicKey, first_used_at AS firstUsedAt';
  const all = db.prepare<[], UsedKey>(`SELECT ${columns} FROM signing_keys ORDER BY rowid`);
  const find = db.prepare<[string], UsedKey>(`SELECT ${columns} FROM signing_keys WHERE fingerprint = ?`);
  const latest = db
    .prepare<[KeyStorage], string>(
      'SELECT fingerprint FROM signing_keys WHERE storage = ? ORDER BY rowid DESC LIMIT 1',
    )
    .pluck();
  const insert = db.prepare(
    'INSERT INTO signing_keys (fingerprint, storage, public_key, first_used_at) VALUES (?, ?, ?, ?)',
  );
  return {
    /** In the order of their first use. */
    all: (): readonly UsedKey[] => all.all(),
    /** Remembers a key. If it is new, returns the key with the same storage that was used before, if any. */
    use({ fingerprint, storage, publicKey }: Omit<UsedKey, 'firstUsedAt'>, at: string): string | null {
      if (find.get(fingerprint) !== undefined) return null;
      const before = latest.get(storage) ?? null;
      insert.run(fingerprint, storage, publicKey, at);
      return before;
    },
  };
}
