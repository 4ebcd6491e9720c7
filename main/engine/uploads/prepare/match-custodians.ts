/** The custodians of an upload that isn't sent yet, compared with the people of a legal hold directory. */
import { basename } from 'node:path';
import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import type { CustodianMatch, MatchCandidate } from '../../../../preload/contract/views/custodian-match.ts';
import type { DirectoryProgress } from '../../../../preload/contract/views/directory.ts';
import type { DirectoryRules } from '../../directories/check-directory.ts';
import { matchDirectoryOnThread } from '../../directories/match-on-thread.ts';
import type { Repositories } from '../../store/repositories.ts';
import type { StoredRequest } from '../../store/uploads/stored-request.ts';
import type { WriteBatcher } from '../../store/write-batcher.ts';
import type { UploadId } from '../../types/ids.ts';
import { type CustodianRename, renameUnsent } from './custodian-state.ts';

export interface MatchCustodiansOptions {
  readonly rules: DirectoryRules;
  readonly onProgress?: (progress: DirectoryProgress) => void;
  readonly signal?: AbortSignal;
}

type MatchStore = { readonly writes: WriteBatcher };

/** Every custodian that a file, a folder inside a container, or the default has. */
export function custodiansOf(
  { folders, containerFolders, uploads }: Repositories,
  id: UploadId,
): readonly string[] {
  const fallback = uploads.defaultCustodian(id);
  const inner = containerFolders.tallies(id).map(({ custodian }) => custodian);
  return [
    ...new Set([...folders.custodians(id), ...inner, ...(fallback === null ? [] : [fallback])]),
  ].toSorted();
}

/**
 * Compares and stores the result; renames nothing. Fails as matchDirectory does, and with custodian-directory-changed where the
 * file isn't the one of this SHA-256.
 */
export async function matchCustodians(
  { writes }: MatchStore,
  repositories: Repositories,
  id: UploadId,
  path: string,
  { rules, onProgress, signal }: MatchCustodiansOptions,
  expected: string | null = null,
): Promise<Result<readonly CustodianMatch[]>> {
  const matched = await matchDirectoryOnThread(path, rules, custodiansOf(repositories, id), {
    ...(onProgress === undefined ? {} : { onProgress }),
    ...(signal === undefined ? {} : { signal }),
  });
  if (!matched.ok) return matched;
  const { sha256, people, matches } = matched.value;
  if (expected !== null && sha256 !== expected) return failure('custodian-directory-changed', { path });
  const matchedAt = new Date().toISOString();
  const count = (status: CustodianMatch['status']) =>
    matches.filter((match) => match.status === status).length;
  writes.transaction(() => {
    repositories.custodianMatches.replace(id, { path, sha256, people, matchedAt }, matches);
    repositories.events.append(id, matchedAt, 'custodians-matched', {
      directory: basename(path),
      sha256,
      people,
      matched: count('matched'),
      review: count('review'),
      unmatched: count('unmatched'),
    });
  });
  return success(matches);
}

/** What certain matches rename. A custodian that is called as in the directory keeps its name. */
export function certainRenames(matches: readonly CustodianMatch[]): readonly CustodianRename[] {
  return matches.flatMap(({ custodian, status, candidates: [best] }) =>
    status === 'matched' && best !== undefined && best.name !== custodian
      ? [{ from: custodian, to: best.name }]
      : [],
  );
}

/**
 * Returns what a person decided as renames of the draft. A name that isn't the directory's is one that the person keeps.
 * Call in no transaction.
 */
export function decideMatches(
  { writes }: MatchStore,
  { custodianMatches }: Repositories,
  id: UploadId,
  choices: readonly CustodianRename[],
): readonly CustodianRename[] {
  const all = custodianMatches.all(id);
  const candidates = new Map<string, MatchCandidate>();
  for (const match of all.values())
    for (const candidate of match.candidates)
      if (!candidates.has(candidate.name)) candidates.set(candidate.name, candidate);
  writes.transaction(() => {
    for (const { from, to } of choices) {
      const candidate = candidates.get(to);
      if (from === to || candidate === undefined) custodianMatches.keep(id, [to], true);
      else custodianMatches.add(id, matchOf(to, candidate));
    }
  });
  return choices.filter(({ from, to }) => from !== to);
}

/** A custodian that is called as in the directory. */
function matchOf(custodian: string, candidate: MatchCandidate): CustodianMatch {
  const same: MatchCandidate = { ...candidate, score: 1, reasons: ['same-name'], hasNamesake: false };
  return { custodian, status: 'matched', candidates: [same], more: 0 };
}

/** Names shown when unmatched custodians stop an upload. */
const listedNames = 20;

/**
 * After the check of an upload whose request names a directory, which lists what is inside containers: compares, and renames what is certain. Fails with
 * custodians-unmatched where the request asks for certainty, and as `matchCustodians` does.
 */
export async function matchScannedCustodians(
  store: MatchStore,
  repositories: Repositories,
  id: UploadId,
  request: Pick<StoredRequest, 'custodianDirectory' | 'custodianDirectorySha256' | 'requireCustodianMatch'>,
  options: MatchCustodiansOptions,
): Promise<Result<void>> {
  const path = request.custodianDirectory ?? null;
  if (path === null) return success(undefined);
  const expected = request.custodianDirectorySha256 ?? null;
  const matched = await matchCustodians(store, repositories, id, path, options, expected);
  if (!matched.ok) return matched;
  const open = matched.value.filter(({ status }) => status !== 'matched').map(({ custodian }) => custodian);
  if (request.requireCustodianMatch === true && open.length > 0)
    return failure('custodians-unmatched', {
      path,
      custodians: open.slice(0, listedNames),
      total: open.length,
    });
  const names = certainRenames(matched.value);
  if (names.length > 0) renameScanned(store, repositories, id, names);
  return success(undefined);
}

/** The inventory is new and nobody has seen it: nothing to undo. The log says what was renamed. */
function renameScanned(
  store: MatchStore,
  repositories: Repositories,
  id: UploadId,
  names: readonly CustodianRename[],
): void {
  const { events } = repositories;
  decideMatches(store, repositories, id, names);
  store.writes.transaction(() => {
    renameUnsent(repositories, id, names);
    events.append(id, new Date().toISOString(), 'custodians-renamed', {
      names: names.map((name) => ({ ...name })),
    });
  });
}
