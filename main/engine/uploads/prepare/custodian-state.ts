/** The custodians of an upload as its request, rules, and assignments have them, and how a change is applied. */
import { applyRules, nameSegments } from '../../intake/custodians/apply-rules.ts';
import { nameInnerFolders } from '../../intake/custodians/name-inner-folders.ts';
import { rulesOf } from '../../intake/custodians/upload-rules.ts';
import type { Assignment } from '../../store/custodians/custodian-repository.ts';
import type { InnerAssignment } from '../../store/items/container-folder-repository.ts';
import type { Repositories } from '../../store/repositories.ts';
import type { StoredRequest } from '../../store/uploads/stored-request.ts';
import type { UploadId } from '../../types/ids.ts';
import type { EngineContext } from '../context/engine-context.ts';

/** Every file of the one gets the other. */
export interface CustodianRename {
  readonly from: string;
  readonly to: string;
}

export type CustodianRequest = Pick<
  StoredRequest,
  'custodian' | 'custodianRules' | 'custodianNames' | 'leaveUnassigned'
>;

/** What a change replaces. Only what it changes is in it. */
export interface CustodianState {
  readonly request?: CustodianRequest;
  readonly folders?: readonly Assignment[];
  readonly items?: readonly Assignment[];
  readonly innerFolders?: readonly InnerAssignment[];
}

/** What a change replaces, and by what. */
export interface ReplacedState {
  readonly before: CustodianState;
  readonly after: CustodianState;
}

/**
 * Applies rules that changed, if they are not applied yet. The last of several calls at once does it: it has the
 * newest rules. Called again before anything is sent, because a kill may have come between.
 */
export function applyPendingRules(
  { runs, repositories, store }: EngineContext,
  id: UploadId,
  signal: AbortSignal,
): Promise<void> {
  const { custodians, uploads } = repositories;
  return runs.applyRules(id, async (replaced) => {
    const request = uploads.get(id)?.request;
    if (request === undefined || !custodians.isPending(id)) return;
    const rules = rulesOf(repositories, id, request);
    const signals = AbortSignal.any([signal, replaced]);
    const { writes } = store;
    const isApplied =
      (await applyRules(writes, custodians, id, rules, signals)) &&
      (await nameSegments(writes, repositories, id, rules, signals)) &&
      (await nameInnerFolders(writes, repositories.containerFolders, id, rules, signals));
    if (isApplied) writes.transaction(() => custodians.setPending(id, false));
  });
}

/** Names that rules give are replaced as they come; those that a person gave, and the default, now. */
export function renames(
  { custodians, containerFolders }: Pick<Repositories, 'custodians' | 'containerFolders'>,
  id: UploadId,
  now: CustodianRequest,
  given: readonly CustodianRename[],
): ReplacedState {
  const renamed = new Map(given.map(({ from, to }) => [from, to]));
  const spelled = (name: string): string => renamed.get(name) ?? name;
  const names = new Map((now.custodianNames ?? []).map(({ from, to }) => [from, spelled(to)]));
  for (const [from, to] of renamed) if (!names.has(from)) names.set(from, to);
  const assigned = custodians.assignments(id);
  const toRename = (all: readonly Assignment[]) =>
    all.filter(([, custodian]) => custodian !== null && spelled(custodian) !== custodian);
  const after = (all: readonly Assignment[]) =>
    all.map(([each, custodian]): Assignment => [each, custodian === null ? null : spelled(custodian)]);
  const [folders, items] = [toRename(assigned.folders), toRename(assigned.items)];
  const inner = containerFolders
    .assignments(id)
    .filter(([, , custodian]) => custodian !== null && spelled(custodian) !== custodian);
  return {
    before: { request: now, folders, items, innerFolders: inner },
    after: {
      request: {
        ...now,
        custodian: now.custodian === null ? null : spelled(now.custodian),
        custodianNames: [...names].flatMap(([from, to]) => (from === to ? [] : [{ from, to }])),
      },
      folders: after(folders),
      items: after(items),
      innerFolders: inner.map(
        ([itemId, path, custodian]): InnerAssignment => [
          itemId,
          path,
          custodian === null ? null : spelled(custodian),
        ],
      ),
    },
  };
}

/** After the scan of an upload that is no draft: nobody has seen its custodians, so there is nothing to undo. */
export function renameUnsent(
  repositories: Repositories,
  id: UploadId,
  names: readonly CustodianRename[],
): void {
  const request = repositories.uploads.get(id)?.request;
  if (request === undefined) return;
  setState(repositories, id, renames(repositories, id, custodianRequest(request), names).after);
  repositories.custodians.renameRuled(id, names);
  repositories.custodians.setPending(id, false);
}

export function custodianRequest({
  custodian,
  custodianRules,
  custodianNames = [],
  leaveUnassigned = false,
}: CustodianRequest): CustodianRequest {
  return { custodian, custodianRules, custodianNames, leaveUnassigned };
}

export function setState(
  repositories: Repositories,
  id: UploadId,
  { request, folders = [], items = [], innerFolders = [] }: CustodianState,
): void {
  const { uploads, custodians, containerFolders } = repositories;
  const stored = uploads.get(id)?.request;
  if (request !== undefined && stored !== undefined) {
    uploads.setRequest(id, { ...stored, ...request });
    custodians.setPending(id, true);
  }
  for (const [folderId, custodian] of folders) custodians.assignFolder(id, folderId, custodian);
  for (const [itemId, custodian] of items) custodians.assignItem(itemId, custodian);
  for (const [itemId, path, custodian] of innerFolders) containerFolders.assign(itemId, path, custodian);
}
