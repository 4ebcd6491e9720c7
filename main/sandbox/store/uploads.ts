import { linkLabel } from '../link-label.ts';
import type { SandboxDatabase } from './database.ts';

/** platform-interface 3.1 shows UPLOADING only. The other names are the sandbox's own; a client must not rely on them. */
export type SourceFileState =
  | 'UPLOADING'
  | 'ASSEMBLING'
  | 'DOWNLOADING'
  | 'PROCESSING'
  | 'PROCESSED'
  | 'DOWNLOAD_FAILED';

export interface DatasetRow {
  readonly id: number;
  readonly databaseId: number;
  readonly name: string;
  /** The body it was created with. */
  readonly settings: string;
  readonly created: string;
}

export interface SourceFileRow {
  readonly id: number;
  readonly databaseId: number;
  readonly datasetId: number;
  readonly filename: string;
  readonly passwordCount: number;
  readonly childCustodians: string;
  readonly custodian: string | null;
  /** Host and file name of the direct link; null if its bytes come in parts. */
  readonly linkLabel: string | null;
  readonly state: SourceFileState;
  readonly created: string;
  readonly completed: string | null;
  readonly claimedSha1: string | null;
  /** Fingerprint of a refused completion: repeating it must not read terabytes again. */
  readonly refusedCompletion: string | null;
  readonly sizeBytes: number | null;
  readonly sha1: string | null;
  readonly problem: string | null;
  /** Documents that came out of a container, and their bytes. */
  readonly childCount: number;
  readonly childBytes: number;
}

export interface PartRow {
  readonly partNumber: number;
  readonly etag: string;
  readonly md5: string | null;
  readonly sizeBytes: number;
  /** File name in the folder of the source file's parts; empty if bytes are discarded. */
  readonly file: string;
  readonly puts: number;
}

/** A document, with what its duplicates added. */
export interface DocumentRow extends StoredDocument {
  readonly duplicateCount: number;
  /** Its own first, then at most 100 of its duplicates'. */
  readonly allPaths: readonly string[];
  readonly allCustodians: readonly string[];
}

interface StoredDocument {
  readonly id: number;
  readonly sourceFileId: number;
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha1: string | null;
  readonly custodian: string | null;
  readonly locked: number;
  readonly problem: string | null;
}

export interface DatasetTotals {
  readonly receivedFileCount: number;
  /** Source files that were created and aren't complete: their parts stay. */
  readonly unfinishedFileCount: number;
  readonly documentCount: number;
  readonly duplicateCount: number;
  readonly sizeBytes: number;
}

const noTotals: DatasetTotals = {
  receivedFileCount: 0,
  unfinishedFileCount: 0,
  documentCount: 0,
  duplicateCount: 0,
  sizeBytes: 0,
};

/** What a container was expanded into. */
export type Expanded = Pick<SourceFileRow, 'childCount' | 'childBytes'>;

export type NewDocument = Omit<StoredDocument, 'id' | 'sourceFileId'>;

/** A file whose content a document has already: platform-interface 4.3, deduplication. */
export interface DuplicateRow {
  readonly id: number;
  readonly path: string;
  readonly custodian: string | null;
  readonly sourceFileId: number;
  readonly documentId: number;
  readonly documentPath: string;
}

/** Among which documents a file counts as a duplicate. */
export type Deduplication = 'none' | 'custodian' | 'database';

export interface NewSourceFile {
  readonly databaseId: number;
  readonly datasetId: number;
  readonly filename: string;
  readonly passwordCount: number;
  readonly childCustodians: Readonly<Record<string, string>>;
  readonly custodian: string | null;
  readonly directLink: string | null;
}

/** Everything but the direct link, which may grant access to anyone. */
const sourceFileColumns = `id, databaseId, datasetId, filename, passwordCount, childCustodians, custodian, linkLabel, state,
  created, completed, claimedSha1, refusedCompletion, sizeBytes, sha1, problem, childCount, childBytes FROM sourceFiles`;

export type UploadRepository = ReturnType<typeof createUploadRepository>;

export function createUploadRepository(db: SandboxDatabase) {
  const insertDataset = db.prepare<[number, string, string, string]>(
    'INSERT INTO datasets (databaseId, name, settings, created) VALUES (?, ?, ?, ?)',
  );
  const insertDatasetProject = db.prepare<[number, number]>(
    'INSERT INTO datasetProjects (datasetId, projectId) VALUES (?, ?)',
  );
  const dataset = db.prepare<[number], DatasetRow>('SELECT * FROM datasets WHERE id = ?');
  const countDatasets = db.prepare<[number], { n: number }>(
    'SELECT count(*) AS n FROM datasets WHERE databaseId = ?',
  );
  const datasets = db.prepare<[number, number], DatasetRow>(
    'SELECT * FROM datasets WHERE id > ? ORDER BY id LIMIT ?',
  );
  const insertSourceFile = db.prepare(
    `INSERT INTO sourceFiles (databaseId, datasetId, filename, passwordCount, childCustodians, custodian, directLink, linkLabel, state, created)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const sourceFile = db.prepare<[number], SourceFileRow>(`SELECT ${sourceFileColumns} WHERE id = ?`);
  const directLink = db.prepare<[number], { directLink: string | null }>(
    'SELECT directLink FROM sourceFiles WHERE id = ?',
  );
  const sourceFiles = db.prepare<[number, number], SourceFileRow>(
    `SELECT ${sourceFileColumns} WHERE id > ? ORDER BY id LIMIT ?`,
  );
  const sourceFilesOfDataset = db.prepare<[number, number, number], SourceFileRow>(
    `SELECT ${sourceFileColumns} WHERE datasetId = ? AND id > ? ORDER BY id LIMIT ?`,
  );
  const inState = db.prepare<[SourceFileState], SourceFileRow>(
    `SELECT ${sourceFileColumns} WHERE state IN ('ASSEMBLING', 'DOWNLOADING', 'PROCESSING') AND state = ? ORDER BY id`,
  );
  const putPart = db.prepare(
    `INSERT INTO parts (sourceFileId, partNumber, etag, md5, sizeBytes, file, puts) VALUES (?, ?, ?, ?, ?, ?, 1)
     ON CONFLICT (sourceFileId, partNumber) DO UPDATE SET
       etag = excluded.etag, md5 = excluded.md5, sizeBytes = excluded.sizeBytes, file = excluded.file, puts = puts + 1`,
  );
  const part = db.prepare<[number, number], PartRow>(
    'SELECT * FROM parts WHERE sourceFileId = ? AND partNumber = ?',
  );
  const parts = db.prepare<[number, number, number], PartRow>(
    'SELECT partNumber, etag, md5, sizeBytes, file, puts FROM parts WHERE sourceFileId = ? AND partNumber > ? ORDER BY partNumber LIMIT ?',
  );
  const partTotals = db.prepare<[number], { partCount: number; receivedBytes: number }>(
    'SELECT count(*) AS partCount, coalesce(sum(sizeBytes), 0) AS receivedBytes FROM parts WHERE sourceFileId = ?',
  );
  const datasetsOfDatabase = db.prepare<[number], DatasetRow>(
    'SELECT * FROM datasets WHERE databaseId = ? ORDER BY id DESC LIMIT 500',
  );
  const datasetTotals = db.prepare<[Pick<DatasetRow, 'id' | 'databaseId'>], DatasetTotals>(
    `SELECT received AS receivedFileCount, created - received AS unfinishedFileCount, documentCount, sizeBytes,
       (SELECT count(*) FROM duplicates WHERE datasetId = :id) AS duplicateCount
     FROM (SELECT count(*) AS created, count(completed) AS received FROM sourceFiles
         WHERE databaseId = :databaseId AND datasetId = :id),
       (SELECT count(*) AS documentCount, total(sizeBytes) AS sizeBytes FROM documents WHERE datasetId = :id)`,
  );
  const totalsOf = ({ id, databaseId }: DatasetRow): DatasetTotals =>
    datasetTotals.get({ id, databaseId }) ?? noTotals;
  const forgetRefusal = db.prepare<[number]>(
    'UPDATE sourceFiles SET refusedCompletion = NULL WHERE id = ? AND refusedCompletion IS NOT NULL',
  );
  const beginAssembly = db.prepare<[string | null, number]>(
    "UPDATE sourceFiles SET state = 'ASSEMBLING', claimedSha1 = ? WHERE id = ? AND state IN ('UPLOADING', 'ASSEMBLING')",
  );
  const reopen = db.prepare<[string | null, number]>(
    "UPDATE sourceFiles SET state = 'UPLOADING', claimedSha1 = NULL, refusedCompletion = ? WHERE id = ? AND state = 'ASSEMBLING'",
  );
  const markReceived = db.prepare<[string, number, string | null, number]>(
    `UPDATE sourceFiles SET state = 'PROCESSING', completed = ?, sizeBytes = ?, sha1 = ?, refusedCompletion = NULL, directLink = NULL
     WHERE id = ? AND state IN ('ASSEMBLING', 'DOWNLOADING')`,
  );
  const markDownloadFailed = db.prepare<[string, number]>(
    "UPDATE sourceFiles SET state = 'DOWNLOAD_FAILED', problem = ?, directLink = NULL WHERE id = ? AND state = 'DOWNLOADING'",
  );
  const markProcessed = db.prepare<[string | null, number, number, number]>(
    `UPDATE sourceFiles SET state = 'PROCESSED', problem = ?, childCount = ?, childBytes = ?
     WHERE id = ? AND state = 'PROCESSING'`,
  );
  const addChildren = db.prepare<[number, number, number]>(
    'UPDATE sourceFiles SET childCount = childCount + ?, childBytes = childBytes + ? WHERE id = ?',
  );
  const deleteDuplicates = db.prepare<[number]>('DELETE FROM duplicates WHERE sourceFileId = ?');
  const deleteDocuments = db.prepare<[number]>('DELETE FROM documents WHERE sourceFileId = ?');
  const insertDocument = db.prepare(
    `INSERT INTO documents (databaseId, datasetId, sourceFileId, path, sizeBytes, sha1, custodian, locked, problem)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const sameContent = db.prepare<
    { databaseId: number; sha1: string; anyCustodian: number; custodian: string | null },
    { id: number }
  >(
    `SELECT id FROM documents WHERE databaseId = :databaseId AND sha1 = :sha1
       AND (:anyCustodian = 1 OR custodian IS :custodian) ORDER BY id LIMIT 1`,
  );
  const insertDuplicate = db.prepare<[number, number, number, string, string | null]>(
    'INSERT INTO duplicates (documentId, datasetId, sourceFileId, path, custodian) VALUES (?, ?, ?, ?, ?)',
  );
  const duplicatePaths = db
    .prepare<[number], string>('SELECT path FROM duplicates WHERE documentId = ? ORDER BY id LIMIT 100')
    .pluck();
  const duplicateCustodians = db
    .prepare<[number], string>(
      'SELECT DISTINCT custodian FROM duplicates WHERE documentId = ? AND custodian IS NOT NULL LIMIT 100',
    )
    .pluck();
  const duplicatesOfDataset = db.prepare<[number, number, number], DuplicateRow>(
    `SELECT c.id, c.path, c.custodian, c.sourceFileId, c.documentId, d.path AS documentPath
     FROM duplicates c JOIN documents d ON d.id = c.documentId
     WHERE c.datasetId = ? AND c.id > ? ORDER BY c.id LIMIT ?`,
  );
  const withLocked = db.prepare<[number, number], SourceFileRow>(
    `SELECT ${sourceFileColumns} WHERE datasetId = ? AND id <> ? AND state = 'PROCESSED'
       AND EXISTS (SELECT 1 FROM documents WHERE sourceFileId = sourceFiles.id AND locked = 1) ORDER BY id`,
  );
  const lockedPaths = db
    .prepare<[number], string>('SELECT path FROM documents WHERE sourceFileId = ? AND locked = 1')
    .pluck();
  const deleteLocked = db.prepare<[number, string], { sizeBytes: number }>(
    `DELETE FROM documents WHERE id = (SELECT id FROM documents WHERE sourceFileId = ? AND path = ? AND locked = 1 LIMIT 1)
     RETURNING sizeBytes`,
  );
  type Found = Omit<DocumentRow, 'allPaths' | 'allCustodians'>;
  const withDuplicates = (row: Found): DocumentRow => {
    const own = row.custodian === null ? [] : [row.custodian];
    if (row.duplicateCount === 0) return { ...row, allPaths: [row.path], allCustodians: own };
    return {
      ...row,
      allPaths: [row.path, ...duplicatePaths.all(row.id)],
      allCustodians: [...new Set([...own, ...duplicateCustodians.all(row.id)])],
    };
  };
  const documentColumns = `id, sourceFileId, path, sizeBytes, sha1, custodian, locked, problem,
    (SELECT count(*) FROM duplicates WHERE documentId = documents.id) AS duplicateCount FROM documents`;
  const documents = db.prepare<[number, number], Found>(
    `SELECT ${documentColumns} WHERE id > ? ORDER BY id LIMIT ?`,
  );
  const documentsOfSourceFile = db.prepare<[number, number, number], Found>(
    `SELECT ${documentColumns} WHERE sourceFileId = ? AND id > ? ORDER BY id LIMIT ?`,
  );
  const documentsOfDataset = db.prepare<[number, number, number], Found>(
    `SELECT ${documentColumns} WHERE datasetId = ? AND id > ? ORDER BY id LIMIT ?`,
  );
  const storedPart = db.transaction(
    (sourceFileId: number, row: Omit<PartRow, 'puts'>): { stored: boolean; replaced?: string } => {
      if (sourceFile.get(sourceFileId)?.state !== 'UPLOADING') return { stored: false };
      const before = part.get(sourceFileId, row.partNumber);
      putPart.run(sourceFileId, row.partNumber, row.etag, row.md5, row.sizeBytes, row.file);
      forgetRefusal.run(sourceFileId);
      return before === undefined ? { stored: true } : { stored: true, replaced: before.file };
    },
  );
  const createDataset = db.transaction(
    (databaseId: number, name: string, settings: string, projectIds: readonly number[]): number => {
      const created = new Date().toISOString();
      const id = Number(insertDataset.run(databaseId, name, settings, created).lastInsertRowid);
      for (const projectId of new Set(projectIds)) insertDatasetProject.run(id, projectId);
      return id;
    },
  );
  const existing = (file: SourceFileRow, { sha1, custodian }: NewDocument, scope: Deduplication) =>
    scope === 'none' || sha1 === null
      ? undefined
      : sameContent.get({
          ...{ databaseId: file.databaseId, sha1, custodian },
          anyCustodian: scope === 'database' ? 1 : 0,
        });
  const addDocuments = db.transaction(
    (file: SourceFileRow, batch: readonly NewDocument[], scope: Deduplication): readonly NewDocument[] =>
      batch.filter((d) => {
        const same = existing(file, d, scope);
        if (same !== undefined) insertDuplicate.run(same.id, file.datasetId, file.id, d.path, d.custodian);
        else
          insertDocument.run(
            ...[file.databaseId, file.datasetId, file.id],
            ...[d.path, d.sizeBytes, d.sha1, d.custodian, d.locked, d.problem],
          );
        return same === undefined;
      }),
  );
  const replaceLocked = db.transaction(
    (file: SourceFileRow, path: string, members: readonly NewDocument[], scope: Deduplication): void => {
      const locked = deleteLocked.get(file.id, path);
      if (locked === undefined) return;
      const added = addDocuments(file, members, scope);
      const bytes = added.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      addChildren.run(added.length - 1, bytes - locked.sizeBytes, file.id);
    },
  );

  return {
    /** `projectIds`: the partial projects that get its documents. */
    createDataset: (databaseId: number, name: string, settings: string, projectIds: readonly number[]) =>
      createDataset(databaseId, name, settings, projectIds),
    dataset: (id: number) => dataset.get(id),
    countDatasets: (databaseId: number) => countDatasets.get(databaseId)?.n ?? 0,
    datasets: (after: number, limit: number) => datasets.all(after, limit),
    createSourceFile(file: NewSourceFile): number {
      const state: SourceFileState = file.directLink === null ? 'UPLOADING' : 'DOWNLOADING';
      const { lastInsertRowid } = insertSourceFile.run(
        file.databaseId,
        file.datasetId,
        file.filename,
        file.passwordCount,
        JSON.stringify(file.childCustodians),
        file.custodian,
        file.directLink,
        file.directLink === null ? null : linkLabel(file.directLink),
        state,
        new Date().toISOString(),
      );
      return Number(lastInsertRowid);
    },
    sourceFile: (id: number) => sourceFile.get(id),
    /** In full, because a restart downloads it again. Returns null once the download ended. */
    directLink: (id: number) => directLink.get(id)?.directLink ?? null,
    sourceFiles: (after: number, limit: number, datasetId = 0) =>
      datasetId === 0 ? sourceFiles.all(after, limit) : sourceFilesOfDataset.all(datasetId, after, limit),
    inState: (state: SourceFileState) => inState.all(state),
    parts: (sourceFileId: number, after: number, limit: number) => parts.all(sourceFileId, after, limit),
    partTotals: (sourceFileId: number) => partTotals.get(sourceFileId) ?? { partCount: 0, receivedBytes: 0 },
    datasetTotals: totalsOf,
    /** The newest 500. */
    datasetSummaries: (databaseId: number) =>
      datasetsOfDatabase.all(databaseId).map((row) => ({ dataset: row, ...totalsOf(row) })),
    /** Stores the row unless the upload is already complete. `replaced` is a file that is no longer needed. */
    storePart: (sourceFileId: number, row: Omit<PartRow, 'puts'>) => storedPart(sourceFileId, row),
    beginAssembly: (id: number, claimedSha1: string | null) =>
      beginAssembly.run(claimedSha1, id).changes === 1,
    /** Accepts parts again. The fingerprint of the refused completion is kept until a part changes. */
    reopen: (id: number, refusedCompletion: string | null) => reopen.run(refusedCompletion, id),
    markReceived: (id: number, sizeBytes: number, sha1: string | null) =>
      markReceived.run(new Date().toISOString(), sizeBytes, sha1, id),
    markDownloadFailed: (id: number, problem: string) => markDownloadFailed.run(problem, id),
    markProcessed: (id: number, problem: string | null, children: Expanded) =>
      markProcessed.run(problem, children.childCount, children.childBytes, id),
    /** Deletes the documents of a source file whose processing was interrupted: no other file's duplicates refer to them yet. */
    deleteDocuments(sourceFileId: number): void {
      deleteDuplicates.run(sourceFileId);
      deleteDocuments.run(sourceFileId);
    },
    /** Returns those that are no duplicates. */
    addDocuments: (file: SourceFileRow, batch: readonly NewDocument[], scope: Deduplication) =>
      addDocuments(file, batch, scope),
    /** Processed source files of a dataset, but for one, with documents that no password opened. */
    withLocked: (datasetId: number, exceptId: number) => withLocked.all(datasetId, exceptId),
    lockedPaths: (sourceFileId: number): ReadonlySet<string> => new Set(lockedPaths.all(sourceFileId)),
    /** What was in a document that no password had opened. */
    replaceLocked: (
      file: SourceFileRow,
      path: string,
      members: readonly NewDocument[],
      scope: Deduplication,
    ) => replaceLocked(file, path, members, scope),
    duplicates: (datasetId: number, after: number, limit: number): readonly DuplicateRow[] =>
      duplicatesOfDataset.all(datasetId, after, limit),
    documents(
      after: number,
      limit: number,
      of: { sourceFileId?: number; datasetId?: number } = {},
    ): readonly DocumentRow[] {
      const { sourceFileId = 0, datasetId = 0 } = of;
      if (sourceFileId !== 0)
        return documentsOfSourceFile.all(sourceFileId, after, limit).map(withDuplicates);
      const rows =
        datasetId === 0 ? documents.all(after, limit) : documentsOfDataset.all(datasetId, after, limit);
      return rows.map(withDuplicates);
    },
  };
}
