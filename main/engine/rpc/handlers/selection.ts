import type { FileCheckResult } from '../../../../preload/contract/calls/selection-calls.ts';
import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import type { UploadView } from '../../../../preload/contract/views/views.ts';
import type { UploadId } from '../../types/ids.ts';
import type { FileChecks } from '../../types/uploads.ts';
import { choiceHistory, chooseFiles, undoChoice } from '../../uploads/drafts/choose-files.ts';
import { checkFiles } from '../../uploads/prepare/check-files.ts';
import { checkSelection, finishSelection, setSelection } from '../../uploads/prepare/select-files.ts';
import type { HandlerContext, HandlersOf } from '../handler-context.ts';

interface RunningCheck {
  readonly stop: AbortController;
  readBytes: number;
}

/** Which files of a draft are sent. One check of a draft at a time. */
export function selectionHandlers(context: HandlerContext): HandlersOf<'selection'> {
  const { core, engine, queries, publisher } = context;
  const running = new Map<number, RunningCheck>();

  async function check(uploadId: UploadId, checks: FileChecks): Promise<Result<FileCheckResult>> {
    const id = uploadId;
    const upload = engine.upload(id);
    if (!upload.ok) return upload;
    if (upload.value.state !== 'ready' || upload.value.startedAt !== null)
      return failure('upload-started', { uploadId });
    running.get(uploadId)?.stop.abort();
    const mine: RunningCheck = { stop: new AbortController(), readBytes: 0 };
    running.set(uploadId, mine);
    try {
      const checked = await core.tasks.run((closing) =>
        checkFiles(
          { ...core, writes: core.store.writes },
          id,
          checks,
          AbortSignal.any([mine.stop.signal, closing]),
          (bytes) => {
            mine.readBytes += bytes;
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
      publisher.changed(uploadId);
      return success({
        unread,
        known: known === null ? null : { list: known.list, hashes: known.hashes, matches: known.matches },
        lists: lists === null ? null : { ...lists },
      });
    } finally {
      if (running.get(uploadId) === mine) running.delete(uploadId);
    }
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
      const readBytes = running.get(uploadId)?.readBytes;
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
      running.get(uploadId)?.stop.abort();
      return success(undefined);
    },
  };
}
