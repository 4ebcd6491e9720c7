import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { failureKind, failureSchema } from '../../../../preload/contract/failures/failure-table.ts';
import { type HashListResult, hashListResult } from '../../../../preload/contract/views/hash-list.ts';
import {
  type UnavailableSource,
  unavailableSource,
} from '../../../../preload/contract/views/unavailable-source.ts';
import { isInterrupted } from '../../../../preload/contract/views/upload-stage.ts';
import { sendingHours } from '../../../../preload/contract/views/views.ts';
import { type UploadId, uploadId } from '../../types/ids.ts';
import type { KeptLimits } from '../../types/run-options.ts';
import type {
  ItemState,
  PackChoice,
  Tally,
  Totals,
  UnrecordedEnd,
  UploadEnd,
  UploadState,
  UploadSummary,
} from '../../types/uploads.ts';
import { noTotals } from '../../types/uploads.ts';
import { isWithheld } from '../items/item-conditions.ts';
import { createExceptionCounts } from '../items/item-issues.ts';
import { isUnreadFolder } from '../items/item-repository.ts';
import { StoreError } from '../sqlite-failure.ts';
import { type DamagedValue, damagedValue, noTime, storedJsonOr, storedTime } from '../stored-value.ts';
import { prepareAcknowledgedBytes } from './acknowledged-bytes.ts';
import { nextDatasetOrder } from './dataset-repository.ts';
import { type StoredRequest, storedRequestSchema, unreadableRequest } from './stored-request.ts';

/** What is still to be done with the findings may be all that is there. */
const inspected = z.object({ checked: z.int(), files: z.int() }).nullable().catch(null);
const unavailableSources = z.array(unavailableSource);
const keptLimits: z.ZodType<KeptLimits> = z.object({
  concurrency: z.exactOptional(z.number()),
  // No limit, Infinity, is null in JSON.
  bytesPerSecond: z.exactOptional(
    z
      .number()
      .nullable()
      .transform((limit) => limit ?? Number.POSITIVE_INFINITY),
  ),
  hours: z.exactOptional(sendingHours.nullable()),
});

/** SQL: a member of the request; NULL where the request isn't JSON. */
const ofRequest = (member: string): string => `iif(json_valid(request), request ->> '$.${member}', NULL)`;

export interface Upload extends UploadSummary {
  readonly request: StoredRequest;
  /** When the dataset was requested. Without a dataset id, whether it was created is unknown. */
  readonly datasetRequestedAt: string | null;
  /** When it passed the database check. */
  readonly databaseCheckedAt: string | null;
  readonly osUser: string;
  readonly machine: string;
  readonly version: string;
}

export type NewUpload = Pick<
  Upload,
  | 'uuid'
  | 'createdAt'
  | 'startedAt'
  | 'serverUrl'
  | 'isSandbox'
  | 'profilePath'
  | 'keyId'
  | 'databaseId'
  | 'databaseName'
  | 'datasetId'
  | 'datasetName'
  | 'request'
  | 'osUser'
  | 'machine'
  | 'version'
>;

interface UploadRow {
  id: UploadId;
  uuid: string;
  state: UploadState;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  sending_ms: number;
  stopped_by: string | null;
  server_url: string;
  is_sandbox: number;
  profile_path: string | null;
  key_id: string;
  database_id: number;
  database_name: string;
  dataset_id: number | null;
  dataset_name: string;
  dataset_requested_at: string | null;
  database_checked_at: string | null;
  request: string;
  unavailable_sources: string;
  hash_lists: string | null;
  inspection: string | null;
  limits: string;
  os_user: string;
  machine: string;
  version: string;
}

const noEnd = { finishedAt: null, stoppedBy: null } as const;

/** What people chose to upload, of every upload, also in a store that an earlier version wrote. */
export function allSources(db: Database): readonly string[] {
  return db
    .prepare<[], string>(
      `SELECT DISTINCT source.value FROM uploads,
         json_each(iif(json_valid(uploads.request), uploads.request, '{}'), '$.sources') AS source
       WHERE source.type = 'text'`,
    )
    .pluck()
    .all();
}

export function createUploadRepository(db: Database) {
  const insert = db.prepare(`
    INSERT INTO uploads (uuid, state, created_at, started_at, server_url, is_sandbox, profile_path, key_id, database_id, database_name,
      dataset_id, dataset_order, dataset_name, request, os_user, machine, version)
    VALUES (@uuid, 'scanning', @createdAt, @startedAt, @serverUrl, @isSandbox, @profilePath, @keyId, @databaseId, @databaseName,
      @datasetId, iif(@datasetId IS NULL, NULL, ${nextDatasetOrder}), @datasetName, @request, @osUser, @machine, @version)`);
  const selectUpload = db.prepare<[number], UploadRow>('SELECT * FROM uploads WHERE id = ?');
  const selectUploads = db.prepare<[], UploadRow>('SELECT * FROM uploads ORDER BY id');
  const selectSources = db
    .prepare<[number], string>('SELECT path FROM roots WHERE upload_id = ? ORDER BY id')
    .pluck();
  const selectTotals = db.prepare<[number], { state: ItemState; items: number; bytes: number }>(
    'SELECT state, items, bytes FROM totals WHERE upload_id = ?',
  );
  const acknowledgedBytes = prepareAcknowledgedBytes(db);
  const selectSessionKey = db.prepare<[UploadId], { serverUrl: string; keyId: string }>(
    'SELECT server_url AS serverUrl, key_id AS keyId FROM uploads WHERE id = ?',
  );
  const selectCustodian = db
    .prepare<[UploadId], string | null>('SELECT default_custodian FROM uploads WHERE id = ?')
    .pluck();
  const selectPackChoice = db
    .prepare<[UploadId], PackChoice | null>(`SELECT ${ofRequest('pack')} FROM uploads WHERE id = ?`)
    .pluck();
  const updateLimits = db.prepare('UPDATE uploads SET limits = ? WHERE id = ?');
  const selectDatasetName = db
    .prepare<[string, number, number], string>(
      `SELECT dataset_name FROM uploads
       WHERE server_url = ? AND database_id = ? AND dataset_id = ? AND ${ofRequest('dataset.name')} IS NOT NULL
       ORDER BY id LIMIT 1`,
    )
    .pluck();
  const selectStages = db.prepare<[], Pick<Upload, 'id' | 'state' | 'startedAt'>>(
    'SELECT id, state, started_at AS startedAt FROM uploads ORDER BY id',
  );
  const selectCancelledOpen = db
    .prepare<[], UploadId>(
      `SELECT DISTINCT uploads.id FROM uploads JOIN totals ON totals.upload_id = uploads.id
       WHERE uploads.state = 'cancelled' AND totals.state IN ('queued', 'uploading') AND totals.items > 0`,
    )
    .pluck();
  const setRequest = db.prepare('UPDATE uploads SET request = ? WHERE id = ?');
  // A run that is still ending must not undo a cancellation.
  const setState = db.prepare(
    `UPDATE uploads SET state = ?, finished_at = ?, stopped_by = ?, unavailable_sources = '[]'
     WHERE id = ? AND state <> 'cancelled'`,
  );
  const setStarted = db.prepare('UPDATE uploads SET started_at = ? WHERE id = ? AND started_at IS NULL');
  // The write may come after the run's end.
  const setUnavailable = db.prepare(
    "UPDATE uploads SET unavailable_sources = ? WHERE id = ? AND state IN ('scanning', 'uploading')",
  );
  const setHashLists = db.prepare('UPDATE uploads SET hash_lists = ? WHERE id = ?');
  const addSendingTime = db.prepare('UPDATE uploads SET sending_ms = sending_ms + ? WHERE id = ?');
  const setDatabaseName = db.prepare('UPDATE uploads SET database_name = ? WHERE id = ?');
  const setDatabaseChecked = db.prepare('UPDATE uploads SET database_checked_at = ? WHERE id = ?');
  const deleteUpload = db.prepare('DELETE FROM uploads WHERE id = ?');
  const clearInventory = [
    db.prepare('DELETE FROM items WHERE upload_id = ?'),
    db.prepare('DELETE FROM folders WHERE root_id IN (SELECT id FROM roots WHERE upload_id = ?)'),
    db.prepare('DELETE FROM totals WHERE upload_id = ?'),
  ];

  const exceptions = createExceptionCounts(db);
  const unrecorded = new Map<UploadId, UnrecordedEnd>();

  function readTotals(id: number): Totals {
    const found: Record<ItemState, Tally> = { ...noTotals };
    for (const { state, items, bytes } of selectTotals.all(id))
      if (Object.hasOwn(noTotals, state)) found[state] = { items, bytes };
    return found;
  }

  const countUnreadFolders = db
    .prepare<[number], number>(`SELECT count(*) FROM items WHERE upload_id = ? AND ${isUnreadFolder}`)
    .pluck();

  const sumCancelled = db.prepare<[number], Tally>(
    `SELECT count(*) AS items, coalesce(sum(size_bytes), 0) AS bytes FROM items
     WHERE upload_id = ? AND state = 'skipped' AND reason = '{"code":"cancelled"}' AND link IS NULL`,
  );

  const countWithheld = db
    .prepare<[number], number>(`SELECT count(*) FROM items WHERE upload_id = ? AND ${isWithheld}`)
    .pluck();

  const selectWithheldFor = db
    .prepare<[number], string>(
      `SELECT DISTINCT reason ->> '$.finding' FROM items
       WHERE upload_id = ? AND state = 'held' AND reason ->> '$.finding' IS NOT NULL ORDER BY 1`,
    )
    .pluck();

  const countSkippedLinks = db
    .prepare<[number], number>(
      "SELECT count(*) FROM items WHERE upload_id = ? AND folder_id IS NULL AND state = 'skipped'",
    )
    .pluck();

  function countLinks(id: number, { links }: StoredRequest, { skipped }: Totals): number {
    const maySkip = links.length > 0 && skipped.items > 0;
    return links.length - (maySkip ? (countSkippedLinks.get(id) ?? 0) : 0);
  }

  /** Without what can't be read of it, which `damaged` names. */
  function readUpload(row: UploadRow): {
    readonly upload: Upload;
    readonly damaged: readonly DamagedValue[];
  } {
    const totals = readTotals(row.id);
    const damaged: DamagedValue[] = [];
    const without = <T>(column: keyof UploadRow, value: T): T => {
      damaged.push(damagedValue([`uploads.${column}`, row.id]));
      return value;
    };
    const json = <T>(column: keyof UploadRow, text: string, schema: z.ZodType<T>, otherwise: T): T =>
      storedJsonOr(text, schema, () => without(column, otherwise));
    const time = (column: keyof UploadRow, text: string): string =>
      storedTime(text) ?? without(column, noTime);
    const timeOrNull = (column: keyof UploadRow, text: string | null): string | null =>
      text === null ? null : time(column, text);
    const request = json('request', row.request, storedRequestSchema, unreadableRequest);
    const end = unrecorded.get(row.id);
    const upload: Upload = {
      id: row.id,
      uuid: row.uuid,
      state: row.state,
      createdAt: time('created_at', row.created_at),
      startedAt: timeOrNull('started_at', row.started_at),
      finishedAt: timeOrNull('finished_at', row.finished_at),
      sendingMs: Math.max(0, row.sending_ms),
      stoppedBy: row.stopped_by === null ? null : json('stopped_by', row.stopped_by, failureSchema, null),
      unavailableSources: json('unavailable_sources', row.unavailable_sources, unavailableSources, []),
      hashLists: row.hash_lists === null ? null : json('hash_lists', row.hash_lists, hashListResult, null),
      inspection: row.inspection === null ? null : json('inspection', row.inspection, inspected, null),
      limits: json('limits', row.limits, keptLimits, {}),
      serverUrl: row.server_url,
      isSandbox: row.is_sandbox === 1,
      profilePath: row.profile_path,
      keyId: row.key_id,
      databaseId: row.database_id,
      databaseName: row.database_name,
      datasetId: row.dataset_id,
      datasetName: row.dataset_name,
      datasetRequestedAt: timeOrNull('dataset_requested_at', row.dataset_requested_at),
      databaseCheckedAt: timeOrNull('database_checked_at', row.database_checked_at),
      sources: selectSources.all(row.id),
      totals,
      exceptions: exceptions.of(row.id, totals),
      acknowledgedBytes: acknowledgedBytes(row.id, []),
      unreadFolders: countUnreadFolders.get(row.id) ?? 0,
      withheld: totals.held.items === 0 ? 0 : (countWithheld.get(row.id) ?? 0),
      withheldFor: totals.held.items === 0 ? [] : selectWithheldFor.all(row.id),
      cancelled:
        row.state === 'cancelled' ? (sumCancelled.get(row.id) ?? noTotals.skipped) : noTotals.skipped,
      links: countLinks(row.id, request, totals),
      request,
      osUser: row.os_user,
      machine: row.machine,
      version: row.version,
      ...(end === undefined ? {} : endColumns(end)),
    };
    const [first] = damaged;
    return { upload: first === undefined ? upload : { ...upload, stoppedBy: first }, damaged };
  }

  function getAny(id: number): Upload | null {
    const row = selectUpload.get(id);
    return row === undefined ? null : readUpload(row).upload;
  }

  return {
    insert(upload: NewUpload): UploadId {
      const { lastInsertRowid } = insert.run({
        ...upload,
        isSandbox: upload.isSandbox ? 1 : 0,
        request: JSON.stringify(upload.request),
      });
      return uploadId.parse(Number(lastInsertRowid));
    },
    /** For work on it. Throws a StoreError with stored-value-damaged if part of its row can't be read. */
    get(id: number): Upload | null {
      const row = selectUpload.get(id);
      if (row === undefined) return null;
      const {
        upload,
        damaged: [damaged],
      } = readUpload(row);
      if (damaged !== undefined) throw new StoreError(damaged);
      return upload;
    },
    /** To show it, to end it, or for its receipt: also without what can't be read of it, which `stoppedBy` names. */
    getAny,
    damaged(id: number): readonly DamagedValue[] {
      const row = selectUpload.get(id);
      return row === undefined ? [] : readUpload(row).damaged;
    },
    /** As `getAny`. */
    all(): readonly Upload[] {
      return selectUploads.all().map((row) => readUpload(row).upload);
    },
    /** For a process that starts: `isInterrupted`. */
    interrupted: (): readonly UploadId[] =>
      selectStages
        .all()
        .filter(isInterrupted)
        .map(({ id }) => id),
    /** Canceled ones with items that are still to be closed. */
    cancelledOpen: (): readonly UploadId[] => selectCancelledOpen.all(),
    allSources: (): readonly string[] => allSources(db),
    /** Its server and key, without reading totals. */
    sessionKey: (id: UploadId) => selectSessionKey.get(id) ?? null,
    defaultCustodian: (id: UploadId): string | null => selectCustodian.get(id) ?? null,
    /** A request that can't be read has none. */
    packChoice: (id: UploadId): PackChoice => selectPackChoice.get(id) ?? 'never',
    /** The name of a dataset that an upload of this store created; null if it knows none. */
    datasetName: (serverUrl: string, databaseId: number, datasetId: number): string | null =>
      selectDatasetName.get(serverUrl, databaseId, datasetId) ?? null,
    setRequest(id: UploadId, request: StoredRequest): void {
      setRequest.run(JSON.stringify(request), id);
    },
    setLimits(id: UploadId, limits: KeptLimits): void {
      updateLimits.run(JSON.stringify(limits), id);
    },
    totals: readTotals,
    acknowledgedBytes,
    setState(
      id: UploadId,
      state: UploadState,
      { finishedAt, stoppedBy }: Pick<UploadSummary, 'finishedAt' | 'stoppedBy'> = noEnd,
    ): void {
      setState.run(state, finishedAt, stoppedBy === null ? null : JSON.stringify(stoppedBy), id);
      unrecorded.delete(id);
    },
    /**
     * An end that the store refused, because its disk is full for example. It is shown instead of the stored state until
     * a later state is stored. A run that is still ending must not undo a cancellation here either.
     */
    keepUnrecorded(id: UploadId, end: UnrecordedEnd): void {
      if (unrecorded.get(id)?.state !== 'cancelled') unrecorded.set(id, end);
    },
    unrecordedEnds: (): ReadonlyMap<UploadId, UnrecordedEnd> => unrecorded,
    /** A person started it: from now on it may be sent. */
    setStarted(id: UploadId, at: string): void {
      setStarted.run(at, id);
    },
    addSendingTime: (id: UploadId, ms: number): void => void addSendingTime.run(Math.round(ms), id),
    /** The platform may have renamed it since. */
    setDatabaseName(id: UploadId, name: string): void {
      setDatabaseName.run(name, id);
    },
    setDatabaseChecked(id: UploadId, at: string): void {
      setDatabaseChecked.run(at, id);
    },
    /** What its run waits for. */
    setUnavailableSources(id: UploadId, sources: readonly UnavailableSource[]): void {
      setUnavailable.run(JSON.stringify(sources), id);
    },
    setHashLists(id: UploadId, result: HashListResult): void {
      setHashLists.run(JSON.stringify(result), id);
    },
    remove: (id: UploadId): void => void deleteUpload.run(id),
    /** All but the roots. */
    clearInventory(id: UploadId): void {
      for (const statement of clearInventory) statement.run(id);
      exceptions.clear(id);
    },
  };
}

/** What a person must do something about stays with the upload. */
export function endColumns({ state, at, stoppedBy }: UploadEnd) {
  const isStop = stoppedBy !== null && failureKind(stoppedBy) === 'stopped';
  return { state, stoppedBy: isStop ? null : stoppedBy, finishedAt: state === 'finished' ? at : null };
}

export type UploadRepository = ReturnType<typeof createUploadRepository>;
