import {
  type Failure,
  failure,
  type Result,
  success,
} from '../../../../preload/contract/failures/failure.ts';
import { asCause } from '../../../../preload/contract/failures/failure-table.ts';
import { lostCreation } from '../../platform/retry-policy.ts';
import type { NewSourceFile } from '../../platform/upload-operations.ts';
import { type FileVersion, formatVersion } from '../../sources/file-version.ts';
import { displayPath, type Item } from '../../store/items/item-repository.ts';
import type { SourceFile, SourceFileRowId } from '../../store/uploads/source-file-repository.ts';
import type { JsonObject } from '../../types/canonical-json.ts';
import type { PartPlan } from '../rates/part-plan.ts';
import { childCustodiansOf } from './child-custodians.ts';
import { choosePasswords } from './choose-passwords.ts';
import { type CreationResult, createWithRetry } from './create-with-retry.ts';
import { type CreatedSourceFile, type Ending, endingOf } from './outcome.ts';
import { datasetReused, isGivenTwice } from './reused-ids.ts';
import type { TransferContext } from './transfer-context.ts';

/** What a source file is created for: a file, a link or a pack. */
export interface SourceFileTarget {
  /** The path that people read, and the file's name on the platform unless it is a link. */
  readonly path: string;
  readonly custodian: string | null;
  readonly childCustodians?: Readonly<Record<string, string>>;
  /** The passwords that go with it. */
  readonly passwords?: readonly string[];
  /** What the log calls it. */
  readonly logged: JsonObject;
  /** Runs in the transaction that records the first request. */
  readonly recordRequest: (at: string) => SourceFileRowId;
  readonly current: () => SourceFile | null;
}

export function itemTarget(
  { items, sourceFiles, containerFolders, lockedFiles, passwords }: TransferContext,
  item: Item,
  plan: Pick<PartPlan, 'partSizeBytes' | 'partCount'>,
  /** The version of the open file; null for a link. */
  version: FileVersion | null,
): SourceFileTarget {
  const { custodian } = item;
  const all = passwords.all();
  const container = { custodian, isManual: item.custodianFrom === 'manual' };
  const folders = containerFolders.ofItem(item.id);
  const childCustodians = childCustodiansOf(container, folders);
  const areUnchecked =
    Object.keys(childCustodians).length > 0 && folders.every(({ entries }) => entries === 0);
  return {
    path: displayPath(item),
    custodian,
    childCustodians,
    passwords:
      all.length === 0
        ? []
        : choosePasswords(lockedFiles.ofItem(item.id), {
            all,
            opening: passwords.opening(item.id),
          }),
    logged: { item: item.id, ...(areUnchecked ? { uncheckedFolders: true } : {}) },
    recordRequest: (at) => {
      if (items.stateOf(item.id) === 'queued') items.transition(item, 'queued', 'uploading', null);
      return sourceFiles.recordRequest(item.id, at, plan.partSizeBytes, plan.partCount, stored(version));
    },
    current: () => sourceFiles.current(item.id),
  };
}

const stored = (version: FileVersion | null): string | null =>
  version === null ? null : formatVersion(version);

/**
 * The source file of a target, recorded in the store before it is requested. The platform has no list of source files,
 * so after a lost answer it is unknown whether one was created; see create-with-retry.ts. Links are different: see
 * send-link.ts.
 */
export async function createSourceFile(
  transfer: TransferContext,
  target: SourceFileTarget,
  before: SourceFile | null,
  /** The version of the open file; null for a pack, each of whose members has its own. */
  version: FileVersion | null,
): Promise<{ readonly kind: 'created'; readonly sourceFile: CreatedSourceFile } | Ending> {
  if (before !== null && before.platformId !== null)
    return { kind: 'created', sourceFile: { ...before, platformId: before.platformId } };
  const { live } = transfer;
  const { path } = target;
  let row = before?.id ?? null;
  const creation = await createWithRetry(
    transfer,
    {
      what: 'sourceFile',
      path,
      succeeded: () => live.createdFiles,
      create: async (mayExist) => {
        row = await recordRequest(transfer, target, row, version, mayExist);
        const created = await requestSourceFile(transfer, target, row, { filename: path });
        if (!created.ok && lostCreation('sourceFile', created.failure) !== null) live.line.countFault();
        return created;
      },
    },
    before !== null,
  );
  if (creation.kind === 'created') return { kind: 'created', sourceFile: creation.value.sourceFile };
  return endingOf(creationFailure(transfer, path, creation), creation.scope);
}

async function recordRequest(
  { writes, sourceFiles, events, upload, now }: TransferContext,
  { path, logged, recordRequest: recordFirst }: SourceFileTarget,
  row: SourceFileRowId | null,
  version: FileVersion | null,
  mayExist: boolean,
): Promise<SourceFileRowId> {
  return await writes.enqueue(() => {
    const at = now().toISOString();
    if (mayExist)
      events.append(upload.id, at, 'source-file-creation-retried', {
        ...logged,
        path,
        note: 'the answer to the request before was lost, or its source file replaced; what it created stays incomplete',
      });
    if (row === null) return recordFirst(at);
    sourceFiles.recordRetry(row, at);
    if (version !== null) sourceFiles.setFileVersion(row, formatVersion(version));
    return row;
  });
}

function creationFailure(
  { upload, datasetId }: TransferContext,
  path: string,
  { failure: refusal, scope, attempts }: Extract<CreationResult<unknown>, { readonly kind: 'gave-up' }>,
): Failure {
  switch (refusal.code) {
    // The dataset's ID came from a person, or it was removed since.
    case 'not-found': {
      const { platformMessage } = refusal;
      return failure('dataset-not-found', { datasetId, databaseName: upload.databaseName, platformMessage })
        .failure;
    }
    case 'outcome-unknown': {
      const details = { attempts, cause: asCause(refusal) };
      // An item's failure is shown beside its path.
      return failure('source-file-unconfirmed', scope === 'item' ? details : { path, ...details }).failure;
    }
    default:
      return refusal;
  }
}

/** One request, which the caller recorded before. What it created is stored before it is returned. */
export async function requestSourceFile(
  transfer: TransferContext,
  target: SourceFileTarget,
  row: SourceFileRowId,
  file: Pick<NewSourceFile, 'filename' | 'directLink' | 'linkSecrets'>,
): Promise<Result<{ readonly sourceFile: CreatedSourceFile; readonly state: string }>> {
  const { writes, sourceFiles, lockedFiles, events, upload, signal } = transfer;
  // Another upload may have got it since this run began.
  const reused = datasetReused(transfer.datasets, upload.id, transfer.datasetId);
  if (reused !== null) return reused;
  const { path, custodian, childCustodians = {}, logged, current } = target;
  const ofChildren = Object.keys(childCustodians).length === 0 ? {} : { childCustodians };
  // The platform uses passwords for the whole dataset (platform-interface 4.3). It gets all of them with the first source
  // file, and again when a person added some, so that it has them even if this process ends before a locked file's turn.
  const { live } = transfer;
  const all = transfer.passwords.all();
  const sentBefore = live.sentPasswords;
  const passwords = all.length > sentBefore ? all : (target.passwords ?? []);
  // Before the answer: what is created at the same time goes without them.
  if (passwords === all) live.sentPasswords = all.length;
  const created = await transfer.platform.createSourceFile(
    upload.databaseId,
    transfer.datasetId,
    {
      ...file,
      ...(custodian === null ? {} : { custodian }),
      ...(passwords.length === 0 ? {} : { passwords }),
      ...ofChildren,
    },
    { signal },
  );
  if (!created.ok) {
    if (passwords === all) live.sentPasswords = Math.min(live.sentPasswords, sentBefore);
    return created;
  }
  const { id: platformId, state } = created.value;
  const isNew = await writes.enqueue(() => {
    // Two files that share a source file would be mixed.
    if (isGivenTwice(transfer, platformId, row)) return false;
    sourceFiles.recordCreated(row, platformId);
    for (const opened of transfer.passwords.recordSent(passwords)) lockedFiles.setSent(opened);
    events.append(upload.id, transfer.now().toISOString(), 'source-file-created', {
      ...logged,
      path,
      sourceFileId: platformId,
      custodian,
      ...ofChildren,
      // How many, never which.
      ...(passwords.length === 0 ? {} : { passwords: passwords.length }),
    });
    return true;
  });
  if (!isNew) return failure('source-file-not-new', { path, sourceFileId: platformId });
  live.countCreatedFile();
  const sourceFile = current();
  if (sourceFile === null) throw new Error(`Source file ${platformId} was not stored`);
  return success({ sourceFile: { ...sourceFile, platformId }, state });
}
