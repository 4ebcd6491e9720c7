import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { directoryRules } from '../../directories/sync-directory.ts';
import { loadProfile } from '../../platform/profile-file.ts';
import type { UploadId } from '../../types/ids.ts';
import { changeCustodians } from '../../uploads/drafts/assign-custodians.ts';
import { updateDraft } from '../../uploads/drafts/update-draft.ts';
import type { CustodianRename } from '../../uploads/prepare/custodian-state.ts';
import {
  certainRenames,
  custodiansOf,
  decideMatches,
  matchCustodians,
} from '../../uploads/prepare/match-custodians.ts';
import { findProfile, type HandlerContext, type HandlersOf } from '../handler-context.ts';

/** A draft's custodians against a legal hold directory: one comparison at a time. */
export function custodianMatchHandlers(context: HandlerContext): HandlersOf<'custodianMatches'> {
  const { engine, core, queries, publisher } = context;
  const { repositories, store } = core;
  const { custodianMatches } = repositories;
  let running = new AbortController();

  async function compare(uploadId: UploadId, path: string): Promise<Result<undefined>> {
    const upload = engine.upload(uploadId);
    if (!upload.ok) return upload;
    running.abort();
    running = new AbortController();
    const { signal } = running;
    const found = findProfile(context, upload.value);
    // Without a connection that works, the default profile still says most.
    const profile = found === null ? await loadProfile() : success(found);
    if (!profile.ok) return profile;
    const compared = await matchCustodians(store, repositories, upload.value.id, path, {
      rules: directoryRules(profile.value),
      signal,
      onProgress: (data) => {
        if (!signal.aborted) context.emit({ event: 'directories.progress', data });
      },
    });
    return compared.ok ? success(undefined) : compared;
  }

  /** Checks that the draft may change before a decision is stored. */
  async function rename(uploadId: UploadId, choices: readonly CustodianRename[]): Promise<Result<undefined>> {
    const id = uploadId;
    const mayChange = updateDraft(core, id, {});
    if (!mayChange.ok) return mayChange;
    const names = decideMatches(store, repositories, id, choices);
    const renamed = await changeCustodians(core, id, { kind: 'rename', names });
    if (!renamed.ok) return renamed;
    publisher.changed(uploadId);
    return success(undefined);
  }

  return {
    'custodianMatches.compare': ({ uploadId, path }) => compare(uploadId, path),
    'custodianMatches.compareAgain': ({ uploadId }) => {
      const directory = custodianMatches.directory(uploadId);
      return directory === null ? failure('directory-not-chosen') : compare(uploadId, directory.path);
    },
    'custodianMatches.cancel': () => {
      running.abort();
      return success(undefined);
    },
    'custodianMatches.list': async ({ uploadId }) =>
      success(await queries.query('custodianMatches', uploadId)),
    'custodianMatches.candidates': ({ uploadId, custodian }) => {
      const match = custodianMatches.get(uploadId, custodian);
      return success({ candidates: match?.candidates ?? [], more: match?.more ?? 0 });
    },
    'custodianMatches.acceptCertain': async ({ uploadId }) => {
      const id = uploadId;
      const all = custodianMatches.all(id);
      const names = certainRenames(
        custodiansOf(repositories, id).flatMap((custodian) => {
          const match = all.get(custodian);
          return match === undefined || match.isKept ? [] : [match];
        }),
      );
      const renamed = await rename(uploadId, names);
      return renamed.ok ? success({ renamed: names.length }) : renamed;
    },
    'custodianMatches.decide': ({ uploadId, custodian, name }) =>
      rename(uploadId, [{ from: custodian, to: name }]),
    'custodianMatches.reopen': ({ uploadId, custodian }) => {
      const mayChange = updateDraft(core, uploadId, {});
      if (!mayChange.ok) return mayChange;
      store.writes.transaction(() => custodianMatches.keep(uploadId, [custodian], false));
      return success(undefined);
    },
  };
}
