import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SandboxContext } from './context.ts';
import { derivedKey, isSameText } from './page-access.ts';
import type { CustodianRow } from './store/directories.ts';
import type { PartTraffic, RequestRow, RequestTotals } from './store/request-log.ts';
import type { DatasetRow, DocumentRow, PartRow, SourceFileRow } from './store/uploads.ts';
import { apiErrors } from './words.ts';

export interface InspectionSummary {
  readonly totals: readonly RequestTotals[];
  readonly apiRequests: number;
  /** The maximum for one account in any window of one second. */
  readonly maxApiRequestsPerSecond: number;
  readonly puts: number;
  /** Includes the bytes of broken and repeated parts. */
  readonly receivedPartBytes: number;
}

export type InspectedSourceFile = SourceFileRow & {
  readonly partCount: number;
  /** Absolute. It is null until the file is complete, and if bytes are discarded. */
  readonly assembledPath: string | null;
};

export type InspectedPart = Omit<PartRow, 'file'> &
  Omit<PartTraffic, 'partNumber' | 'puts'> & {
    /** Every PUT, with or without a response. */
    readonly attempts: number;
  };

/** Lists are paged: `after` an id, at most `limit` (10,000). */
export interface InspectionResults {
  readonly summary: InspectionSummary;
  readonly requests: readonly RequestRow[];
  readonly datasets: readonly DatasetRow[];
  readonly 'source-files': readonly InspectedSourceFile[];
  readonly documents: readonly DocumentRow[];
  readonly parts: readonly InspectedPart[];
  /** The custodians of the directory `directoryId`. */
  readonly custodians: readonly CustodianRow[];
}

/** Read-only: what the sandbox received and how. Used by tests and the demo, which get its key from the process. */
export function registerInspectionApi(app: FastifyInstance, context: SandboxContext): void {
  const { directories, log, uploads, files, settings } = context;
  const key = derivedKey(context.secrets.urlSecret, 'inspection');
  app.addHook('onRequest', async (request, reply) => {
    const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (isSameText(given, key)) return undefined;
    return reply.code(401).send({ title: apiErrors.inspectionKey, status: 401 });
  });
  const number = (request: FastifyRequest, name: string, fallback: number): number => {
    const { query } = request;
    const value = typeof query === 'object' && query !== null ? Reflect.get(query, name) : undefined;
    return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : fallback;
  };
  const inspect = <Name extends keyof InspectionResults>(
    name: Name,
    read: (after: number, limit: number, request: FastifyRequest) => InspectionResults[Name],
  ): void => {
    app.get(`/sandbox/api/${name}`, (request, reply) => {
      const limit = Math.min(10_000, number(request, 'limit', 1000));
      return reply.send(read(number(request, 'after', 0), limit, request));
    });
  };

  inspect('summary', () => {
    const totals = log.totals();
    const puts = totals.filter((row) => row.operation === 'PutPart');
    const sum = (rows: readonly RequestTotals[], of: (row: RequestTotals) => number): number =>
      rows.reduce((total, row) => total + of(row), 0);
    return {
      totals,
      apiRequests: sum(totals, (row) => row.requests) - sum(puts, (row) => row.requests),
      maxApiRequestsPerSecond: log.maxPerSecond(),
      puts: sum(puts, (row) => row.requests),
      receivedPartBytes: sum(puts, (row) => row.bodyBytes),
    };
  });
  inspect('requests', (after, limit) => log.rows(after, limit));
  inspect('datasets', (after, limit) => uploads.datasets(after, limit));
  inspect('source-files', (after, limit, request) =>
    uploads.sourceFiles(after, limit, number(request, 'datasetId', 0)).map((row) => ({
      ...row,
      partCount: uploads.partTotals(row.id).partCount,
      assembledPath: row.completed === null || settings.discard ? null : files.completeFile(row.id),
    })),
  );
  inspect('documents', (after, limit, request) =>
    uploads.documents(after, limit, {
      sourceFileId: number(request, 'sourceFileId', 0),
      datasetId: number(request, 'datasetId', 0),
    }),
  );
  inspect('custodians', (after, limit, request) =>
    directories.custodians(number(request, 'directoryId', 0), after, limit),
  );
  inspect('parts', (after, limit, request) => {
    const id = number(request, 'sourceFileId', 0);
    const traffic = new Map(log.traffic(id).map((row) => [row.partNumber, row]));
    return uploads.parts(id, after, limit).map(({ file: _, ...part }) => {
      const seen = traffic.get(part.partNumber);
      return {
        ...part,
        attempts: seen?.puts ?? 0,
        acceptedPuts: seen?.acceptedPuts ?? 0,
        receivedBytes: seen?.receivedBytes ?? 0,
      };
    });
  });
}
