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

export interface DocumentRow {
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
  readonly sourceFileCount: number;
  readonly documentCount: number;
  readonly sizeBytes: number;
}

/** What a container was expanded into. */
export type Expanded = Pick<SourceFileRow, 'childCount' | 'childBytes'>;

export type NewDocument = Omit<DocumentRow, 'id' | 'sourceFileId'>;

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
  const datasetTotals = db.prepare<[number, number], DatasetTotals>(
    `SELECT (SELECT count(*) FROM sourceFiles WHERE datasetId = ?) AS sourceFileCount,
       count(*) AS documentCount, total(sizeBytes) AS sizeBytes FROM documents WHERE datasetId = ?`,
  );
  const totalsOf = (datasetId: number): DatasetTotals =>
    datasetTotals.get(datasetId, datasetId) ?? { sourceFileCount: 0, documentCount: 0, sizeBytes: 0 };
  const forgetRefusal = db.prepare<[number]>(
    'UPDATE sourceFiles SET refusedCompletion = NULL WHERE id = ? AND refusedCompletion IS NOT NULL',
  );
  const beginAssembly = db.prepare<[string | null, number]>(
    "UPDATE sourceFiles SET state = 'ASSEMBLING', claimedSha1 = ? WHERE id = ? AND state = 'UPLOADING'",
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
  const deleteDocuments = db.prepare<[number]>('DELETE FROM documents WHERE sourceFileId = ?');
  const insertDocument = db.prepare(
    `INSERT INTO documents (databaseId, datasetId, sourceFileId, path, sizeBytes, sha1, custodian, locked, problem)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const documentColumns =
    'id, sourceFileId, path, sizeBytes, sha1, custodian, locked, problem FROM documents';
  const documents = db.prepare<[number, number], DocumentRow>(
    `SELECT ${documentColumns} WHERE id > ? ORDER BY id LIMIT ?`,
  );
  const documentsOfSourceFile = db.prepare<[number, number, number], DocumentRow>(
    `SELECT ${documentColumns} WHERE sourceFileId = ? AND id > ? ORDER BY id LIMIT ?`,
  );
  const documentsOfDataset = db.prepare<[number, number, number], DocumentRow>(
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
  const addDocuments = db.transaction((file: SourceFileRow, batch: readonly NewDocument[]): void => {
    for (const d of batch) {
      insertDocument.run(
        file.databaseId,
        file.datasetId,
        file.id,
        d.path,
        d.sizeBytes,
        d.sha1,
        d.custodian,
        d.locked,
        d.problem,
      );
    }
  });

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
    /** In full, because a restart downloads it again. Null once the download ended. */
    directLink: (id: number) => directLink.get(id)?.directLink ?? null,
    sourceFiles: (after: number, limit: number, datasetId = 0) =>
      datasetId === 0 ? sourceFiles.all(after, limit) : sourceFilesOfDataset.all(datasetId, after, limit),
    inState: (state: SourceFileState) => inState.all(state),
    parts: (sourceFileId: number, after: number, limit: number) => parts.all(sourceFileId, after, limit),
    partTotals: (sourceFileId: number) => partTotals.get(sourceFileId) ?? { partCount: 0, receivedBytes: 0 },
    datasetTotals: totalsOf,
    /** The newest 500. */
    datasetSummaries: (databaseId: number) =>
      datasetsOfDatabase.all(databaseId).map((row) => ({ dataset: row, ...totalsOf(row.id) })),
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
    deleteDocuments: (sourceFileId: number) => deleteDocuments.run(sourceFileId),
    addDocuments: (file: SourceFileRow, batch: readonly NewDocument[]) => addDocuments(file, batch),
    documents: (after: number, limit: number, of: { sourceFileId?: number; datasetId?: number } = {}) => {
      const { sourceFileId = 0, datasetId = 0 } = of;
      if (sourceFileId !== 0) return documentsOfSourceFile.all(sourceFileId, after, limit);
      return datasetId === 0 ? documents.all(after, limit) : documentsOfDataset.all(datasetId, after, limit);
    },
  };
}
