import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import type { UploadView } from '../../../../preload/contract/views/views.ts';
import { sourceKinds } from '../../intake/source-kinds.ts';
import type { UploadId } from '../../types/ids.ts';
import { keptChoices, replaceDraft } from '../../uploads/drafts/replace-draft.ts';
import {
  checkDraftSettings,
  type DraftChanges,
  discardDraft,
  updateDraft,
} from '../../uploads/drafts/update-draft.ts';
import { planConditions } from '../../uploads/prepare/plan-upload.ts';
import { findSharedSources } from '../../uploads/prepare/shared-sources.ts';
import { checkStart } from '../../uploads/run/run-upload.ts';
import { findProfile, type HandlerContext, type HandlersOf } from '../handler-context.ts';
import type { EngineArgument } from '../protocol.ts';
import { custodianHandlers } from './custodians.ts';

/** New uploads until they are started. */
export function draftHandlers(context: HandlerContext): HandlersOf<'drafts'> {
  const { engine, core, queries, publisher } = context;

  function update(uploadId: UploadId, changes: DraftChanges): Result<UploadView> {
    const updated = updateDraft(core, uploadId, changes);
    return updated.ok ? publisher.changed(uploadId) : updated;
  }

  return {
    'drafts.sourceKinds': ({ sources }) => sourceKinds(sources, core.sources, new AbortController().signal),
    'drafts.sharedSources': async ({ uploadId, sources }) => {
      const of =
        sources ?? (uploadId === null ? [] : (core.repositories.uploads.get(uploadId)?.sources ?? []));
      return success(await findSharedSources(core, of, uploadId, new AbortController().signal));
    },
    'drafts.scan': (argument) => scan(context, argument),
    'drafts.continueScan': ({ uploadId }) => continueScan(context, uploadId),
    'drafts.preflight': async ({ uploadId }) => {
      const upload = engine.upload(uploadId);
      if (!upload.ok) return upload;
      const profile = findProfile(context, upload.value);
      if (profile === null) return failure('server-not-connected', { serverUrl: upload.value.serverUrl });
      const conditions = planConditions(core, upload.value, profile.limits);
      return success(await queries.query('preflight', upload.value.id, conditions));
    },
    'drafts.tree': async (query) => success(await queries.query('tree', query)),
    ...custodianHandlers(context),
    'drafts.similarCustodians': async ({ uploadId }) =>
      success(await queries.query('similarCustodians', uploadId)),
    'drafts.custodians': async ({ uploadId }) => success(await queries.query('custodians', uploadId)),
    'drafts.setSettings': async ({ uploadId, settings, sha1, partCheck }) => {
      const checked = await checkDraftSettings(core, uploadId, settings);
      return checked.ok ? update(uploadId, { settings, sha1, partCheck }) : checked;
    },
    'drafts.acceptInactive': ({ uploadId }) => update(uploadId, { acceptInactive: true }),
    'drafts.setPacking': ({ uploadId, pack }) => update(uploadId, { pack }),
    'drafts.startCheck': ({ uploadId }) => checkStart(core, uploadId),
    'drafts.settingDifferences': async ({ uploadId }) => {
      const upload = engine.upload(uploadId);
      if (!upload.ok) return upload;
      const differences = await engine.settingDifferences(upload.value.id);
      return success(differences.map((one) => ({ ...one })));
    },
    'drafts.discard': ({ uploadId }) => {
      const discarded = discardDraft(core, uploadId);
      // A draft that is being scanned is there until that has stopped.
      if (discarded.ok && !engine.upload(uploadId).ok) publisher.removed(uploadId);
      return discarded;
    },
  };
}

async function scan(
  { engine, core, connections, publisher }: HandlerContext,
  {
    connectionId,
    databaseId,
    acceptInactive = false,
    dataset,
    sources,
    links,
    maskLinks = false,
    followSymlinks,
    replaces = null,
  }: EngineArgument<'drafts.scan'>,
): Promise<Result<UploadView>> {
  const connection = connections.find(connectionId);
  if (!connection.ok) return connection;
  const { account } = connection.value;
  let created: UploadId | null = null;
  const prepared = await engine.prepare(
    {
      databaseId,
      acceptInactive,
      dataset,
      sources,
      links,
      maskLinks,
      passwordFile: null,
      followSymlinks,
      ...keptChoices(core, replaces, { serverUrl: account.serverUrl, databaseId }),
    },
    new AbortController().signal,
    {
      isDraft: true,
      account,
      onCreated: (id) => {
        created = id;
        publisher.changed(id);
      },
    },
  );
  if (created !== null && !prepared.ok) publisher.removed(created);
  if (!prepared.ok) return prepared;
  const draft = publisher.changed(prepared.value);
  if (replaces !== null) {
    replaceDraft(core, replaces, prepared.value);
    if (!engine.upload(replaces).ok) publisher.removed(replaces);
  }
  return draft;
}

async function continueScan(
  { engine, publisher }: HandlerContext,
  id: UploadId,
): Promise<Result<UploadView>> {
  const scanned = await engine.continueScan(id, new AbortController().signal);
  const changed = publisher.changed(id);
  // A person discarded it meanwhile.
  if (!changed.ok && !scanned.ok && scanned.failure.code === 'stopped') publisher.removed(id);
  return scanned.ok ? changed : scanned;
}
