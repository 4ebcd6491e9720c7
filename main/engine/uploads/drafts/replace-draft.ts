/** A draft with other sources is a new one: what of the earlier draft applies to any files goes along. */
import type { UploadId } from '../../types/ids.ts';
import type { UploadRequest } from '../../types/uploads.ts';
import { changeableDraft } from '../context/draft-state.ts';
import type { EngineContext } from '../context/engine-context.ts';
import { addAndTryPasswords } from '../prepare/locked-files.ts';
import { discardDraft } from './update-draft.ts';

type Choices = Pick<
  UploadRequest,
  | 'settings'
  | 'custodian'
  | 'custodianRules'
  | 'custodianNames'
  | 'custodianMap'
  | 'selection'
  | 'checks'
  | 'sha1'
  | 'partCheck'
  | 'pack'
>;

const noChoices: Choices = {
  settings: {},
  custodian: null,
  custodianRules: [],
  sha1: true,
  partCheck: 'auto',
  pack: 'auto',
};

/**
 * Rules, filters, checks, and settings, without what a person assigned, chose, or decided for files of before. Settings may
 * name projects of their database, so another one begins without them. `replaced`: null for a draft that replaces none.
 */
export function keptChoices(
  context: EngineContext,
  replaced: UploadId | null,
  to: { readonly serverUrl: string; readonly databaseId: number },
): Choices {
  const draft = replaced === null ? null : changeableDraft(context, replaced);
  if (draft === null || !draft.ok) return noChoices;
  const { id, serverUrl, databaseId, request } = draft.value;
  const { custodian, custodianRules, custodianNames, selection, checks, sha1, partCheck, pack } = request;
  const [map] = context.repositories.custodians.maps(id, custodianRules);
  const isSameDatabase = serverUrl === to.serverUrl && databaseId === to.databaseId;
  return {
    settings: isSameDatabase ? request.settings : {},
    custodian,
    custodianRules,
    sha1,
    partCheck,
    pack,
    ...(custodianNames === undefined ? {} : { custodianNames }),
    ...(map === undefined ? {} : { custodianMap: map }),
    ...(selection === undefined ? {} : { selection }),
    // A list of known files may be gone, and needs every file read: it is for its rule only.
    ...(checks === undefined
      ? {}
      : { checks: { ...checks, knownHashes: selection?.skipKnown === true ? checks.knownHashes : null } }),
  };
}

/** Once the new draft is scanned: until then the earlier one is there, whatever becomes of the scan. */
export function replaceDraft(context: EngineContext, replaced: UploadId, by: UploadId): void {
  if (!changeableDraft(context, replaced).ok) return;
  const { uploadPasswords, repositories, store } = context;
  addAndTryPasswords(context, by, uploadPasswords.of(replaced));
  // Those that a restart lost are still asked for.
  const { lockedFiles } = repositories;
  store.writes.transaction(() => lockedFiles.setPasswordCount(by, lockedFiles.passwordCount(replaced)));
  discardDraft(context, replaced);
}
