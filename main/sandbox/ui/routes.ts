import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { derivedKey, PageAccess } from '../page-access.ts';
import { isOwnUser } from '../peer-user.ts';
import { cookieValues } from '../request-source.ts';
import {
  type ClosedReason,
  closedPage,
  datasetPage,
  type ListPage,
  notFoundPage,
  overviewPage,
} from './pages.ts';

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

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
};

function show(reply: FastifyReply, page: string, status = 200): FastifyReply {
  return reply.code(status).headers(headers).send(page);
}

/** Web pages that show what the sandbox received, to the browser that was given an address for them. */
export function registerUi(app: FastifyInstance, context: SandboxContext): void {
  const access = new PageAccess(derivedKey(context.secrets.urlSecret, 'pages'), context.usedTokens);
  // Browsers send a cookie to every port of a host, and there may be two sandboxes.
  const cookieName = (): string => `lading-sandbox-${new URL(context.origin()).port}`;
  const showClosed = (reply: FastifyReply, reason: ClosedReason): FastifyReply =>
    show(reply, closedPage(reason), 403);

  for (const [name, type] of [
    ['style.css', 'text/css; charset=utf-8'],
    ['refresh.js', 'text/javascript; charset=utf-8'],
  ] as const) {
    const text = readFileSync(new URL(name, import.meta.url), 'utf8');
    app.get(`/sandbox/${name}`, (_request, reply) =>
      reply.headers({ 'content-type': type, 'x-content-type-options': 'nosniff' }).send(text),
    );
  }

  // A program that only looks at the address, with HEAD or ahead of time, must not use it up.
  app.get('/', { exposeHeadRoute: false }, (request, reply) => {
    const token = textIn(request.query, 'token');
    if (token === undefined) return showClosed(reply, 'missing');
    if (String(request.headers['sec-purpose'] ?? '').includes('prefetch')) return reply.code(503).send('');
    if (!isOwnUser(request.raw.socket)) return showClosed(reply, 'otherUser');
    const redeemed = access.redeem(token, Date.now());
    if (!redeemed.ok) return showClosed(reply, redeemed.problem);
    const { id, cookie } = redeemed.session;
    const path = `/view/${id}/`;
    // Strict would keep the cookie from the page that a file of this computer leads to. Nobody else knows the path to link to,
    // and the pages change nothing.
    return reply
      .headers({
        ...headers,
        'set-cookie': `${cookieName()}=${cookie}; Path=${path}; HttpOnly; SameSite=Lax${context.settings.tls ? '; Secure' : ''}`,
      })
      .redirect(path, 303);
  });

  app.register(
    async (view) => {
      view.addHook('onRequest', async (request, reply) => {
        const session = textIn(request.params, 'session') ?? '';
        const cookies = cookieValues(request.headers.cookie, cookieName());
        return access.isOpen(session, cookies) ? undefined : showClosed(reply, 'closed');
      });
      registerViews(view, context);
    },
    { prefix: '/view/:session' },
  );
}

function registerViews(
  view: FastifyInstance,
  { accounts, databases, directories, uploads }: SandboxContext,
): void {
  view.get('/', (_request, reply) =>
    show(
      reply,
      overviewPage(
        databases.allDatabases().map((database) => ({
          database,
          organization: accounts.organization(database.organizationId)?.name ?? '',
          ...databases.nativeSizeOf(database.id),
          datasets: uploads.datasetSummaries(database.id),
        })),
        directories.directories().map((directory) => ({
          ...directory,
          organization: accounts.organization(directory.organizationId)?.name ?? '',
        })),
      ),
    ),
  );

  view.get('/datasets/:id', (request, reply) => {
    const dataset = uploads.dataset(numberIn(request.params, 'id'));
    if (dataset === undefined) return show(reply, notFoundPage(), 404);
    const totals = uploads.datasetTotals(dataset);
    const at = {
      files: numberIn(request.query, 'files'),
      documents: numberIn(request.query, 'documents'),
      duplicates: numberIn(request.query, 'duplicates'),
    };
    const addressAt = (list: keyof typeof at) => (id: number) =>
      `?${new URLSearchParams(Object.entries({ ...at, [list]: id }).map(([name, after]) => [name, String(after)]))}`;
    return show(
      reply,
      datasetPage({
        dataset,
        database: databases.database(dataset.databaseId)?.name ?? '',
        settings: settingsOf(dataset.settings),
        totals,
        sourceFiles: listPage(
          uploads.sourceFiles(at.files, rowsPerPage + 1, dataset.id).map((file) => ({
            ...file,
            ...uploads.partTotals(file.id),
          })),
          totals.receivedFileCount + totals.unfinishedFileCount,
          addressAt('files'),
        ),
        documents: listPage(
          uploads.documents(at.documents, rowsPerPage + 1, { datasetId: dataset.id }),
          totals.documentCount,
          addressAt('documents'),
        ),
        duplicates: listPage(
          uploads.duplicates(dataset.id, at.duplicates, rowsPerPage + 1),
          totals.duplicateCount,
          addressAt('duplicates'),
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
  const value = textIn(record, name);
  return value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : 0;
}

function textIn(record: unknown, name: string): string | undefined {
  const value: unknown =
    typeof record === 'object' && record !== null ? Reflect.get(record, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}
