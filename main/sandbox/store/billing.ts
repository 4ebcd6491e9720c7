import type { BillingState, TimelinePoint, UploadedBytes } from '../billing/project-timeline.ts';
import type { SandboxDatabase } from './database.ts';
import type { DatabaseRow } from './databases.ts';

export interface BilledProjectRow {
  readonly id: number;
  readonly name: string;
  readonly displayName: string;
  readonly created: string;
  readonly partial: number;
}

/** Bytes that a dataset received on one day. */
export interface DatasetDayRow extends UploadedBytes {
  readonly datasetId: number;
}

/** platform-interface 2.7. Sizes are in bytes. */
export interface DocumentSizes {
  readonly docCount: number;
  readonly imageSize: number;
  readonly nativeSize: number;
  readonly textSize: number;
}

export interface DatabaseSize {
  readonly nativeDocs: DocumentSizes;
  readonly processedDocs: DocumentSizes;
  readonly producedDocs: DocumentSizes;
}

export interface CreditUsage {
  readonly onDemand: number;
  readonly prepaid: number;
}

interface HistoryRow {
  readonly atMs: number;
  readonly nativeBytes: number;
  readonly processedBytes: number;
  readonly producedBytes: number;
  readonly eca: number;
  readonly state: BillingState;
  readonly deletionRequested: number;
}

interface UploadedTotals {
  readonly fileCount: number;
  readonly fileBytes: number;
  readonly childCount: number;
  readonly childBytes: number;
}

const noDocuments: DocumentSizes = { docCount: 0, imageSize: 0, nativeSize: 0, textSize: 0 };

export type BillingRepository = ReturnType<typeof createBillingRepository>;

/** What projects and databases held and hold: their stored history, and what was uploaded. */
export function createBillingRepository(db: SandboxDatabase) {
  const projects = db.prepare<[number], BilledProjectRow>(
    `SELECT id, name, coalesce(displayName, name) AS displayName, created, partial
     FROM projects WHERE databaseId = ? ORDER BY id`,
  );
  const history = db.prepare<[number], HistoryRow>(
    `SELECT atMs, nativeBytes, processedBytes, producedBytes, eca, state, deletionRequested
     FROM projectHistory WHERE projectId = ? ORDER BY atMs`,
  );
  // Within a day, uploads only add, so its last time keeps every month's peak.
  const datasetDays = db.prepare<[number], Omit<DatasetDayRow, 'atMs'> & { completed: string }>(
    `SELECT datasetId, max(completed) AS completed, total(sizeBytes) AS nativeBytes,
       total(childBytes) AS processedBytes
     FROM sourceFiles WHERE databaseId = ? AND completed IS NOT NULL
     GROUP BY datasetId, substr(completed, 1, 10) ORDER BY 2`,
  );
  const datasetsOfProject = db
    .prepare<[number], number>('SELECT datasetId FROM datasetProjects WHERE projectId = ?')
    .pluck();
  const databasesCreatedBefore = db.prepare<
    { organizationId: number; withSubOrganizations: number; beforeMs: number; after: number; limit: number },
    DatabaseRow
  >(
    `SELECT d.* FROM databases d JOIN organizations o ON o.id = d.organizationId
     WHERE d.id > :after AND (o.id = :organizationId OR (:withSubOrganizations = 1 AND o.parentId = :organizationId))
       AND EXISTS (SELECT 1 FROM projects p JOIN projectHistory h ON h.projectId = p.id
                   WHERE p.databaseId = d.id AND h.atMs < :beforeMs)
     ORDER BY d.id LIMIT :limit`,
  );
  const earlier = db.prepare<[number], DocumentSizes & { kind: keyof DatabaseSize }>(
    'SELECT kind, docCount, imageSize, nativeSize, textSize FROM earlierDocuments WHERE databaseId = ?',
  );
  const uploaded = db.prepare<[number], UploadedTotals>(
    `SELECT count(*) AS fileCount, total(sizeBytes) AS fileBytes,
       total(childCount) AS childCount, total(childBytes) AS childBytes
     FROM sourceFiles WHERE databaseId = ? AND completed IS NOT NULL`,
  );
  const credits = db.prepare<[number, number, number], CreditUsage>(
    'SELECT onDemand, prepaid FROM creditUsage WHERE databaseId = ? AND year = ? AND month = ?',
  );

  return {
    /** With the deleted ones. */
    projects: (databaseId: number) => projects.all(databaseId),
    history: (projectId: number): readonly TimelinePoint[] =>
      history.all(projectId).map((row) => ({
        ...row,
        eca: row.eca === 1,
        deletionRequested: row.deletionRequested === 1,
      })),
    /** In the order of time. */
    datasetDays: (databaseId: number): readonly DatasetDayRow[] =>
      datasetDays.all(databaseId).map(({ completed, ...row }) => ({ ...row, atMs: Date.parse(completed) })),
    /** The datasets that name a partial project. */
    datasetsOfProject: (projectId: number): ReadonlySet<number> => new Set(datasetsOfProject.all(projectId)),
    /** Databases of an organization that had a project before a time, after the id `after`. */
    databases: (
      organizationId: number,
      beforeMs: number,
      { withSubOrganizations = false, after = 0, limit = -1 } = {},
    ) =>
      databasesCreatedBefore.all({
        ...{ organizationId, beforeMs, after, limit },
        withSubOrganizations: withSubOrganizations ? 1 : 0,
      }),
    /**
     * Native documents are the source files as they were uploaded; processed documents are what containers were expanded
     * into. The sandbox produces none.
     */
    databaseSize(databaseId: number): DatabaseSize {
      const stored = new Map(earlier.all(databaseId).map(({ kind, ...sizes }) => [kind, sizes]));
      const totals = uploaded.get(databaseId) ?? { fileCount: 0, fileBytes: 0, childCount: 0, childBytes: 0 };
      const size = (kind: keyof DatabaseSize, docCount: number, nativeSize: number): DocumentSizes => {
        const before = stored.get(kind) ?? noDocuments;
        return {
          ...before,
          docCount: before.docCount + docCount,
          nativeSize: before.nativeSize + nativeSize,
        };
      };
      return {
        nativeDocs: size('nativeDocs', totals.fileCount, totals.fileBytes),
        processedDocs: size('processedDocs', totals.childCount, totals.childBytes),
        producedDocs: size('producedDocs', 0, 0),
      };
    },
    creditUsage: (databaseId: number, year: number, month: number): CreditUsage =>
      credits.get(databaseId, year, month) ?? { onDemand: 0, prepaid: 0 },
  };
}
