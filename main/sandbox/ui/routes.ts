import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { datasetPage, type ListPage, notFoundPage, overviewPage } from './pages.ts';

const rowsPerPage = 200;
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The sandbox's own page: what arrived, for people. */
export function registerUi(app: FastifyInstance, context: SandboxContext): void {
  const { accounts, uploads } = context;

  const show = (reply: FastifyReply, page: string, status = 200): FastifyReply =>
    reply
      .code(status)
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
      .send(page);

  for (const [name, type] of [
    ['style.css', 'text/css; charset=utf-8'],
    ['refresh.js', 'text/javascript; charset=utf-8'],
  ] as const) {
    const text = readFileSync(new URL(name, import.meta.url), 'utf8');
    app.get(`/sandbox/${name}`, (_request, reply) =>
      reply.headers({ 'content-type': type, 'x-content-type-options': 'nosniff' }).send(text),
    );
  }

  app.get('/', (_request, reply) =>
    show(
      reply,
      overviewPage(
        accounts.allDatabases().map((database) => ({
          database,
          organization: accounts.organization(database.organizationId)?.name ?? '',
          ...accounts.nativeSizeOf(database.id),
          datasets: uploads.datasetLines(database.id),
        })),
      ),
    ),
  );

  app.get('/datasets/:id', (request, reply) => {
    const dataset = uploads.dataset(numberIn(request.params, 'id'));
    if (dataset === undefined) return show(reply, notFoundPage(), 404);
    const totals = uploads.datasetTotals(dataset.id);
    const at = { files: numberIn(request.query, 'files'), documents: numberIn(request.query, 'documents') };
    const address = (files: number, documents: number): string =>
      `/datasets/${dataset.id}?files=${files}&documents=${documents}`;
    return show(
      reply,
      datasetPage({
        dataset,
        database: accounts.database(dataset.databaseId)?.name ?? '',
        settings: settingsOf(dataset.settings),
        sourceFiles: listPage(
          uploads.sourceFiles(at.files, rowsPerPage + 1, dataset.id).map((file) => ({
            ...file,
            ...uploads.partTotals(file.id),
          })),
          totals.sourceFileCount,
          (id) => address(id, at.documents),
        ),
        documents: listPage(
          uploads.documents(at.documents, rowsPerPage + 1, { datasetId: dataset.id }),
          totals.documentCount,
          (id) => address(at.files, id),
        ),
      }),
    );
  });
}

function listPage<Row extends { readonly id: number }>(
  rows: readonly Row[],
  total: number,
  addressAfter: (id: number) => string,
): ListPage<Row> {
  const page = rows.slice(0, rowsPerPage);
  const last = page.at(-1);
  return { rows: page, total, next: rows.length > rowsPerPage && last ? addressAfter(last.id) : null };
}

function settingsOf(json: string): readonly (readonly [string, string])[] {
  const value: unknown = JSON.parse(json);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([name, setting]): [string, string] => [
    name,
    typeof setting === 'string' ? setting : JSON.stringify(setting),
  ]);
}

function numberIn(record: unknown, name: string): number {
  const value: unknown =
    typeof record === 'object' && record !== null ? Reflect.get(record, name) : undefined;
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : 0;
}
