import type { FileCheckResult } from '../../../../preload/contract/calls/selection-calls.ts';
import { type Result, success } from '../../../../preload/contract/failures/failure.ts';
import type { UploadView } from '../../../../preload/contract/views/views.ts';
import type { UploadId } from '../../types/ids.ts';
import type { FileChecks } from '../../types/uploads.ts';
import { changeableDraft } from '../../uploads/context/draft-state.ts';
import { choiceHistory, chooseFiles, undoChoice } from '../../uploads/drafts/choose-files.ts';
import { checkFiles } from '../../uploads/prepare/check-files.ts';
import { checkSelection, finishSelection, setSelection } from '../../uploads/prepare/select-files.ts';
import type { HandlerContext, HandlersOf } from '../handler-context.ts';

/** Which files of a draft are sent. One check of a draft at a time. */
export function selectionHandlers(context: HandlerContext): HandlersOf<'selection'> {
  const { core, queries, publisher } = context;
  /** What was read so far by the check of each draft. */
  const reading = new Map<UploadId, number>();

  function check(id: UploadId, checks: FileChecks): Promise<Result<FileCheckResult>> {
    return core.runs.check(id, async (stop) => {
      const draft = changeableDraft(core, id);
      if (!draft.ok) return draft;
      let readBytes = 0;
      reading.set(id, readBytes);
      try {
        const checked = await core.tasks.run((closing) =>
          checkFiles(
            { ...core, writes: core.store.writes },
            id,
            checks,
            AbortSignal.any([stop, closing]),
            (bytes) => {
              readBytes += bytes;
              reading.set(id, readBytes);
            },
          ),
        );
        if (!checked.ok) return checked;
        const { unread, known, lists } = checked.value;
        core.store.writes.transaction(() => {
          core.repositories.selections.setPending(id, true);
          rememberChecks(id, checks);
        });
        const applied = await finishSelection(core, id);
        if (!applied.ok) return applied;
        publisher.changed(id);
        return success({
          unread,
          known: known === null ? null : { list: known.list, hashes: known.hashes, matches: known.matches },
          lists: lists === null ? null : { ...lists },
        });
      } finally {
        reading.delete(id);
      }
    });
  }

  /** A file that changes before it is sent is compared again. */
  function rememberChecks(id: UploadId, made: FileChecks): void {
    const request = core.repositories.uploads.get(id)?.request;
    if (request === undefined) return;
    const { duplicates, knownHashes, hashLists } = request.checks ?? {
      duplicates: false,
      knownHashes: null,
      hashLists: false,
    };
    const checks = {
      duplicates: duplicates || made.duplicates,
      knownHashes: made.knownHashes ?? knownHashes,
      hashLists: hashLists || made.hashLists,
    };
    core.repositories.uploads.setRequest(id, { ...request, checks });
  }

  function changed(uploadId: UploadId, result: Result<undefined>): Result<UploadView> {
    return result.ok ? publisher.changed(uploadId) : result;
  }

  return {
    'selection.get': async ({ uploadId }) => {
      const view = await queries.query('selection', uploadId);
      const readBytes = reading.get(uploadId);
      return success({ ...view, checking: readBytes === undefined ? null : { readBytes } });
    },
    'selection.preview': async ({ uploadId, rules }) => {
      const checked = checkSelection(rules);
      return checked.ok ? success(await queries.query('selectionPreview', uploadId, rules)) : checked;
    },
    'selection.set': async ({ uploadId, rules }) =>
      changed(uploadId, await setSelection(core, uploadId, rules)),
    'selection.choose': async ({ uploadId, ...choices }) =>
      changed(uploadId, await chooseFiles(core, uploadId, choices)),
    'selection.chooseFindings': async ({ filter, choice }) => {
      const from = choice === 'selected' ? 'skipped' : 'queued';
      const ids = await queries.query('findingFiles', filter, from);
      const { uploadId } = filter;
      return changed(uploadId, await chooseFiles(core, uploadId, { listed: { ids, choice } }));
    },
    'selection.undo': async ({ uploadId, direction }) =>
      changed(uploadId, await undoChoice(core, uploadId, direction)),
    'selection.history': ({ uploadId }) => success(choiceHistory(core, uploadId)),
    'selection.check': ({ uploadId, ...checks }) => check(uploadId, { ...checks, knownHashes: null }),
    'selection.checkKnown': ({ uploadId, path }) =>
      check(uploadId, { duplicates: false, hashLists: false, knownHashes: path }),
    'selection.cancelCheck': ({ uploadId }) => {
      void core.runs.stopCheck(uploadId);
      return success(undefined);
    },
  };
}
