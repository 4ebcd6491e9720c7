import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import {
  type CustodianMatch,
  type MatchStatus,
  matchCandidate,
} from '../../../../preload/contract/views/custodian-match.ts';
import type { UploadId } from '../../types/ids.ts';
import { storedJson } from '../stored-value.ts';

const candidateList = z.array(matchCandidate);

export interface ComparedDirectory {
  readonly path: string;
  readonly sha256: string;
  readonly people: number;
  readonly matchedAt: string;
}

export interface StoredMatch extends CustodianMatch {
  /** A person keeps the name as it is. */
  readonly isKept: boolean;
}

interface MatchRow {
  custodian: string;
  status: MatchStatus;
  isKept: number;
  candidates: string;
  more: number;
}

/** A draft's custodians against a legal hold directory. A name that is no custodian any more keeps its row: it may come back. */
export function createCustodianMatchRepository(db: Database) {
  const selectDirectory = db.prepare<[UploadId], ComparedDirectory>(
    `SELECT path, sha256, people, matched_at AS matchedAt FROM custodian_directories WHERE upload_id = ?`,
  );
  const setDirectory = db.prepare(
    `INSERT OR REPLACE INTO custodian_directories (upload_id, path, sha256, people, matched_at)
     VALUES (@uploadId, @path, @sha256, @people, @matchedAt)`,
  );
  const selectKept = db
    .prepare<[UploadId], string>(
      'SELECT custodian FROM custodian_matches WHERE upload_id = ? AND is_kept = 1',
    )
    .pluck();
  const clear = db.prepare('DELETE FROM custodian_matches WHERE upload_id = ?');
  const insert = db.prepare(
    `INSERT INTO custodian_matches (upload_id, custodian, status, is_kept, candidates, more) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  );
  const setKept = db.prepare(
    `INSERT INTO custodian_matches (upload_id, custodian, status, is_kept, candidates, more)
     VALUES (@uploadId, @custodian, 'unmatched', @isKept, '[]', 0)
     ON CONFLICT DO UPDATE SET is_kept = excluded.is_kept`,
  );
  const columns = 'custodian, status, is_kept AS isKept, candidates, more';
  const selectAll = db.prepare<[UploadId], MatchRow>(
    `SELECT ${columns} FROM custodian_matches WHERE upload_id = ? ORDER BY custodian`,
  );
  const selectOne = db.prepare<[UploadId, string], MatchRow>(
    `SELECT ${columns} FROM custodian_matches WHERE upload_id = ? AND custodian = ?`,
  );
  const toMatch = (row: MatchRow): StoredMatch => ({
    ...row,
    isKept: row.isKept === 1,
    candidates: storedJson(row.candidates, candidateList, ['custodian_matches.candidates', row.custodian]),
  });
  const add = (
    uploadId: UploadId,
    { custodian, status, candidates, more }: CustodianMatch,
    isKept: boolean,
  ) => void insert.run(uploadId, custodian, status, isKept ? 1 : 0, JSON.stringify(candidates), more);
  return {
    /** The directory that the custodians were last compared with. */
    directory: (uploadId: UploadId): ComparedDirectory | null => selectDirectory.get(uploadId) ?? null,
    /** Replaces the matches by those of another comparison. What a person decided to keep stays. */
    replace(uploadId: UploadId, directory: ComparedDirectory, matches: readonly CustodianMatch[]): void {
      const kept = new Set(selectKept.all(uploadId));
      clear.run(uploadId);
      setDirectory.run({ uploadId, ...directory });
      for (const match of matches) add(uploadId, match, kept.delete(match.custodian));
      for (const custodian of kept) setKept.run({ uploadId, custodian, isKept: 1 });
    },
    /** For a name that an accepted match brought. One that is there stays. */
    add: (uploadId: UploadId, match: CustodianMatch): void => add(uploadId, match, false),
    keep(uploadId: UploadId, custodians: readonly string[], isKept: boolean): void {
      for (const custodian of custodians) setKept.run({ uploadId, custodian, isKept: isKept ? 1 : 0 });
    },
    all: (uploadId: UploadId): ReadonlyMap<string, StoredMatch> =>
      new Map(selectAll.all(uploadId).map((row) => [row.custodian, toMatch(row)])),
    get(uploadId: UploadId, custodian: string): StoredMatch | null {
      const row = selectOne.get(uploadId, custodian);
      return row === undefined ? null : toMatch(row);
    },
  };
}
