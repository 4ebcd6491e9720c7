/** Custodians of a draft: the rules, what is assigned by hand, one spelling for several, and how a change is undone. */

import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import type { CustodianNames, CustodianRules } from '../../../../preload/contract/views/custodian-rule.ts';
import { innerFolderPath } from '../../../../preload/contract/views/inner-folder-path.ts';
import { checkRules } from '../../intake/custodians/check-rules.ts';
import type { Assignment } from '../../store/custodians/custodian-repository.ts';
import { recordedChange, type StoredChange } from '../../store/items/change-history.ts';
import type { InnerAssignment } from '../../store/items/container-folder-repository.ts';
import type { Repositories } from '../../store/repositories.ts';
import { storedJson } from '../../store/stored-value.ts';
import type { CustodianMap } from '../../types/custodian-rule.ts';
import type { UploadId } from '../../types/ids.ts';
import { changeableDraft } from '../context/draft-state.ts';
import type { EngineContext } from '../context/engine-context.ts';
import {
  applyPendingRules,
  type CustodianRename,
  type CustodianRequest,
  custodianRequest,
  type ReplacedState,
  renames,
  setState,
} from '../prepare/custodian-state.ts';
import { finishSelection } from '../prepare/select-files.ts';

export type CustodianChange =
  | {
      readonly kind: 'rules';
      readonly rules: CustodianRules;
      readonly custodian: string | null;
      /** A template has them: they replace the spellings too. */
      readonly names?: CustodianNames;
    }
  | {
      readonly kind: 'assign';
      readonly folderIds: readonly number[];
      readonly itemIds: readonly number[];
      readonly innerFolders?: readonly InnerFolder[];
      /** With null, the assignment is taken back. */
      readonly custodian: string | null;
    }
  /** At once: of "a to b" and "b to c", the first doesn't end as c. */
  | { readonly kind: 'rename'; readonly names: readonly CustodianRename[] }
  | { readonly kind: 'leave-unassigned'; readonly leave: boolean };

/** A folder inside a container. Its path ends with a slash. */
export interface InnerFolder {
  readonly itemId: number;
  readonly path: string;
}

interface RecordedChange extends ReplacedState {
  readonly kind: CustodianChange['kind'];
}

const readChange = ({ seq, change }: StoredChange): RecordedChange =>
  storedJson(change, recordedChange<RecordedChange>(), ['custodian_changes.change', seq]);

/** What can be undone and redone next. */
export interface CustodianHistory {
  readonly undo: CustodianChange['kind'] | null;
  readonly redo: CustodianChange['kind'] | null;
}

/**
 * Changes who gets what. Fails with upload-started once a person started it, folder-not-found, item-not-found or
 * custodian-pattern-invalid.
 */
export function changeCustodians(
  context: EngineContext,
  id: UploadId,
  change: CustodianChange,
): Promise<Result<void>> {
  const { store, repositories, tasks } = context;
  return tasks.run(async (closing) => {
    const request = draftRequest(context, id);
    if (!request.ok) return request;
    const replaced = replacedBy(context, id, request.value, change);
    if (!replaced.ok) return replaced;
    const recorded: RecordedChange = { kind: change.kind, ...replaced.value };
    store.writes.transaction(() => {
      repositories.custodians.addChange(id, JSON.stringify(recorded));
      setState(repositories, id, recorded.after);
    });
    await applyPendingRules(context, id, closing);
    return finishSelection(context, id);
  });
}

/** Takes back the last change, or makes the one again that was taken back. Does nothing if there is none. */
export function undoCustodians(
  context: EngineContext,
  id: UploadId,
  direction: 'undo' | 'redo',
): Promise<Result<void>> {
  const { store, repositories, tasks } = context;
  return tasks.run(async (closing) => {
    const draft = draftRequest(context, id);
    if (!draft.ok) return draft;
    const { custodians } = repositories;
    const isUndo = direction === 'undo';
    const stored = isUndo ? custodians.lastChange(id) : custodians.nextChange(id);
    if (stored === null) return success(undefined);
    const { before, after } = readChange(stored);
    store.writes.transaction(() => {
      setState(repositories, id, isUndo ? before : after);
      custodians.markUndone(id, stored.seq, isUndo);
    });
    await applyPendingRules(context, id, closing);
    return finishSelection(context, id);
  });
}

export function custodianHistory({ repositories }: EngineContext, id: UploadId): CustodianHistory {
  const kindOf = (stored: StoredChange | null): CustodianChange['kind'] | null => {
    if (stored === null) return null;
    return readChange(stored).kind;
  };
  const { custodians } = repositories;
  return { undo: kindOf(custodians.lastChange(id)), redo: kindOf(custodians.nextChange(id)) };
}

/** Keeps the rows of a CSV for a rule of this draft. Fails with upload-started. */
export function addCustodianMap(
  context: EngineContext,
  id: UploadId,
  map: CustodianMap,
): Promise<Result<void>> {
  const { store, repositories, tasks } = context;
  return tasks.run(async () => {
    const draft = draftRequest(context, id);
    if (!draft.ok) return draft;
    store.writes.transaction(() => repositories.custodians.addMap(id, map));
    return success(undefined);
  });
}

function draftRequest(context: EngineContext, id: UploadId): Result<CustodianRequest> {
  const draft = changeableDraft(context, id);
  return draft.ok ? success(draft.value.request) : draft;
}

function replacedBy(
  { repositories }: EngineContext,
  id: UploadId,
  request: CustodianRequest,
  change: CustodianChange,
): Result<ReplacedState> {
  const now = custodianRequest(request);
  switch (change.kind) {
    case 'rules': {
      const rules = checkRules(change.rules);
      if (!rules.ok) return rules;
      const names = change.names === undefined ? {} : { custodianNames: change.names };
      const after = { ...now, ...names, custodianRules: rules.value, custodian: change.custodian };
      return success({ before: { request: now }, after: { request: after } });
    }
    case 'leave-unassigned':
      return success({
        before: { request: now },
        after: { request: { ...now, leaveUnassigned: change.leave } },
      });
    case 'assign':
      return assignments(repositories, id, change);
    case 'rename':
      return success(renames(repositories, id, now, change.names));
  }
}

function assignments(
  { custodians, containerFolders }: Pick<Repositories, 'custodians' | 'containerFolders'>,
  id: UploadId,
  { folderIds, itemIds, innerFolders = [], custodian }: Extract<CustodianChange, { kind: 'assign' }>,
): Result<ReplacedState> {
  const folders: Assignment[] = [];
  for (const folderId of folderIds) {
    const assigned = custodians.folderAssignment(id, folderId);
    if (assigned === undefined) return failure('folder-not-found', { uploadId: id, folderId });
    folders.push([folderId, assigned]);
  }
  const items: Assignment[] = [];
  for (const itemId of itemIds) {
    for (const each of custodians.withSegments(itemId)) {
      const assigned = custodians.itemAssignment(id, each);
      if (assigned === undefined) return failure('item-not-found', { uploadId: id, itemId });
      items.push([each, assigned]);
    }
  }
  const inner: InnerAssignment[] = [];
  for (const { itemId, path: given } of innerFolders) {
    // Nobody can say of such a container which folders it has.
    const path = containerFolders.isUnlisted(id, itemId) ? innerFolderPath(given) : given;
    const assigned = path === null ? undefined : containerFolders.assignment(id, itemId, path);
    if (path === null || assigned === undefined) return failure('item-not-found', { uploadId: id, itemId });
    inner.push([itemId, path, assigned]);
  }
  const assign = (given: readonly Assignment[]) => given.map(([each]): Assignment => [each, custodian]);
  return success({
    before: { folders, items, innerFolders: inner },
    after: {
      folders: assign(folders),
      items: assign(items),
      innerFolders: inner.map(([itemId, path]) => [itemId, path, custodian]),
    },
  });
}
