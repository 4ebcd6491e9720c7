/** Which files of a draft are sent, by hand: folders with everything below them, single files, and how that is undone. */

import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { recordedChange } from '../../store/items/change-history.ts';
import type { Choice, ChoiceOf } from '../../store/items/selection-repository.ts';
import type { Repositories } from '../../store/repositories.ts';
import { storedJson } from '../../store/stored-value.ts';
import { itemId, type UploadId } from '../../types/ids.ts';
import type { EngineContext } from '../context/engine-context.ts';
import { changeSelection } from '../prepare/select-files.ts';

/** A choice of null leaves a folder or a file to the rules. */
export interface FileChoice {
  readonly id: number;
  readonly choice: Choice | null;
}

/** One choice for any number of files. A set of segments is named by its first one. */
export interface ListedChoice {
  /** In order. */
  readonly ids: readonly number[];
  readonly choice: Choice | null;
}

export interface FileChoices {
  readonly folders?: readonly FileChoice[];
  /** Override those of their folders. */
  readonly items?: readonly FileChoice[];
  /** Overrides both. */
  readonly listed?: ListedChoice;
}

const nothingListed: ListedChoice = { ids: [], choice: null };

type ChoiceResources = Pick<Repositories, 'selections' | 'folders'>;

/** What a change replaces: the choices at and below the folders that it changes, and those of single files. */
interface ReplacedChoices {
  readonly folders: readonly ChoiceOf[];
  readonly items: readonly (readonly [id: number, choice: Choice | null])[];
}

interface RecordedChoice {
  readonly before: ReplacedChoices;
  readonly after: Omit<Required<FileChoices>, 'listed'> & {
    /** Each ID as its distance from the one before: a million of them take 2 MB. */
    readonly listed: { readonly steps: readonly number[]; readonly choice: Choice | null };
  };
}

/** What can be undone and redone next. */
export interface ChoiceHistory {
  readonly undo: boolean;
  readonly redo: boolean;
}

/** Fails with upload-started, folder-not-found and item-not-found. Changes nothing then. */
export function chooseFiles(
  context: EngineContext,
  id: UploadId,
  { folders = [], items = [], listed = nothingListed }: FileChoices,
): Promise<Result<undefined>> {
  if (folders.length + items.length + listed.ids.length === 0) return Promise.resolve(success(undefined));
  return changeSelection(context, id, (repositories) => {
    const choices = { folders, items, listed };
    const before = replacedBy(repositories, id, choices);
    if (!before.ok) return before;
    const { ids, choice } = listed;
    const steps = ids.map((each, at) => each - (ids[at - 1] ?? 0));
    const recorded: RecordedChoice = {
      before: before.value,
      after: { folders, items, listed: { steps, choice } },
    };
    repositories.selections.addChange(id, JSON.stringify(recorded));
    choose(repositories, id, choices);
    return success(undefined);
  });
}

/** Takes back the last choice, or makes the one again that was taken back. Does nothing if there is none. */
export function undoChoice(
  context: EngineContext,
  id: UploadId,
  direction: 'undo' | 'redo',
): Promise<Result<undefined>> {
  return changeSelection(context, id, (repositories) => {
    const { selections } = repositories;
    const isUndo = direction === 'undo';
    const stored = isUndo ? selections.lastChange(id) : selections.nextChange(id);
    if (stored === null) return success(undefined);
    const { before, after } = storedJson(stored.change, recordedChange<RecordedChoice>(), [
      'selection_changes.change',
      stored.seq,
    ]);
    let last = 0;
    const ids = after.listed.steps.map((step) => {
      last += step;
      return last;
    });
    const choices = { ...after, listed: { ids, choice: after.listed.choice } };
    if (isUndo) restore(repositories, id, before, choices);
    else choose(repositories, id, choices);
    selections.markUndone(id, stored.seq, isUndo);
    return success(undefined);
  });
}

export function choiceHistory({ repositories }: EngineContext, id: UploadId): ChoiceHistory {
  const { selections } = repositories;
  return { undo: selections.lastChange(id) !== null, redo: selections.nextChange(id) !== null };
}

function replacedBy(
  { selections, folders }: ChoiceResources,
  uploadId: UploadId,
  choices: Required<FileChoices>,
): Result<ReplacedChoices> {
  const above: ChoiceOf[] = [];
  const single = new Map<number, Choice | null>();
  for (const { id } of choices.folders) {
    const folder = folders.get(uploadId, id);
    if (folder === null) return failure('folder-not-found', { uploadId, folderId: id });
    const within = selections.choicesWithin(folder);
    above.push(...within.folders);
    for (const [item, choice] of within.items) single.set(item, choice);
  }
  for (const { id } of choices.items) {
    const found = selections.choiceOfItem(uploadId, id);
    if (found === undefined) return failure('item-not-found', { uploadId, itemId: id });
    if (!single.has(found[0])) single.set(...found);
  }
  // Undoing leaves the others to the rules before it restores these.
  for (const [id, choice] of selections.choicesOf(choices.listed.ids))
    if (!single.has(id)) single.set(id, choice);
  return success({ folders: above, items: [...single] });
}

function choose(
  { selections, folders }: ChoiceResources,
  uploadId: UploadId,
  choices: Required<FileChoices>,
): void {
  for (const { id, choice } of choices.folders) {
    const folder = folders.get(uploadId, id);
    if (folder !== null) selections.chooseFolder(folder, choice);
  }
  for (const { id, choice } of choices.items) selections.chooseItems(uploadId, [itemId.parse(id)], choice);
  selections.chooseListed(uploadId, choices.listed.ids, choices.listed.choice);
  selections.setPending(uploadId, true);
}

function restore(
  repositories: ChoiceResources,
  uploadId: UploadId,
  before: ReplacedChoices,
  { folders, items, listed }: Required<FileChoices>,
): void {
  const cleared = ({ id }: FileChoice): FileChoice => ({ id, choice: null });
  choose(repositories, uploadId, {
    folders: folders.map(cleared),
    items: items.map(cleared),
    listed: { ids: listed.ids, choice: null },
  });
  repositories.selections.restoreChoices(before.folders, before.items);
}
