import type { LedgerFile } from '../store/ledger-file.ts';
import { roundedNs } from '../store/watch-match-repository.ts';
import { pathKey } from '../types/source-path.ts';
import type { Presence } from './path-presence.ts';

/** Another row of the ledger that may be the same evidence. */
export interface Candidate {
  readonly file: LedgerFile;
  /** Whether it is still at its own path, or where it was moved to after it was sent. */
  readonly isThere: Presence;
}

export interface Move {
  /** `unknown`: whether it was moved from there can't be told. */
  readonly kind: 'moved' | 'unknown';
  readonly from: Candidate;
}

/** Whatever was deleted longer ago was deleted. The same document may come again, from another custodian. */
const moveMs = 60 * 60_000;

/**
 * Finds the earlier path of a file that was moved. Of the files with its content that were sent, one must be nowhere any
 * longer, neither at its own path nor where it was moved to before. Otherwise the file is a copy: another fact of evidence.
 *
 * `sameFile`: rows that are this file for certain. `sameContent`: rows with its content, if that was read. All of them were
 * sent, or count as sent. Returns null if it wasn't moved.
 */
export function findMove(
  file: LedgerFile,
  sameFile: readonly Candidate[],
  sameContent: readonly Candidate[],
  now: Date,
): Move | null {
  const all = new Map([...sameContent, ...sameFile].map((one) => [one.file.id, one]));
  const origins = new Set([...all.values()].map((one) => originId(one.file, all)));
  const paths = (those: (one: Candidate) => boolean) => new Set([...all.values()].filter(those).map(pathOf));
  const there = paths(({ isThere }) => isThere === true).size;
  const possible = [...sameFile, ...sameContent.filter((one) => mayBeMoved(one.file, file, now))];
  const moved = possible.find(({ isThere }) => isThere === false);
  if (moved !== undefined && origins.size > there + paths(isUnknown).size)
    return { kind: 'moved', from: moved };
  if (origins.size <= there || possible.every(({ isThere }) => isThere === true)) return null;
  const unknown = [...possible, ...all.values()].find(isUnknown);
  return unknown === undefined ? null : { kind: 'unknown', from: unknown };
}

const isUnknown = ({ isThere }: Candidate): boolean => typeof isThere === 'string';

/** What was sent for it, as far as it is among the candidates. */
function originId(file: LedgerFile, all: ReadonlyMap<number, Candidate>): number {
  let at = file;
  while (at.state !== 'sent') {
    const earlier = at.earlierId === null ? undefined : all.get(at.earlierId);
    // Rows only point to earlier rows.
    if (earlier === undefined || earlier.file.id >= at.id) break;
    at = earlier.file;
  }
  return at.id;
}

/** Without the same file ID, it must have been moved just now, and with its time. */
function mayBeMoved(from: LedgerFile, to: LedgerFile, now: Date): boolean {
  const differenceNs = from.mtimeNs - to.mtimeNs;
  if (differenceNs > roundedNs || differenceNs < -roundedNs) return false;
  if (from.goneAt === null) return true;
  const goneMs = Date.parse(from.goneAt);
  // The clock was wrong then, if it was later than it is now.
  return goneMs - now.getTime() <= moveMs && Date.parse(to.firstSeenAt) - goneMs <= moveMs;
}

function pathOf({ file: { place, name, nameBytes, movedTo } }: Candidate): string {
  return `${Buffer.from(place).toString('latin1')}\0${pathKey(name, nameBytes).toString('latin1')}\0${movedTo ?? ''}`;
}
