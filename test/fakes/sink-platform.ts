/**
 * As much of the platform as one upload needs, with the paths of the default interface profile, so that the whole engine
 * can be measured against the same server as `curl -T`. It keeps ETags and discards bytes.
 */

export interface SinkAnswer {
  readonly status: number;
  readonly json: unknown;
  /** Set for a part. */
  readonly etag: string | null;
}

interface SourceFile {
  readonly id: number;
  readonly filename: string;
  state: string;
  readonly etags: Map<number, string>;
}

const sourceFiles = new Map<number, SourceFile>();
let lastId = 100;

const database = {
  context: 'SERVICE',
  databaseFields: [],
  id: 1,
  name: 'Sink',
  orgAdminAccess: true,
  owningOrganizationId: 1,
};
const organization = { id: 1, name: 'Sink', orgAdmin: true };
const user = {
  id: 1,
  firstName: 'Sink',
  lastName: 'Sink',
  title: '',
  username: 'sink',
  email: 'sink@localhost',
  organizations: [organization],
  primaryOrganization: 1,
  userIdentifiers: [],
  lastActivity: '2020-01-01T00:00:00Z',
  lastLoggedOut: '2020-01-01T00:00:00Z',
  mfaRequired: false,
};

function data(value: unknown): SinkAnswer {
  return { status: 200, json: { data: value }, etag: null };
}

function notFound(path: string): SinkAnswer {
  return { status: 404, json: { title: `The sink has nothing at ${path}`, status: 404 }, etag: null };
}

/** A string field of a JSON body, or an empty string. */
function nameIn(body: string, field: string): string {
  const parsed: unknown = body === '' ? {} : JSON.parse(body);
  const value = parsed && typeof parsed === 'object' ? Reflect.get(parsed, field) : undefined;
  return typeof value === 'string' ? value : '';
}

function partsPage(source: SourceFile, url: URL): SinkAnswer {
  const after = Number(url.searchParams.get('after') ?? 0);
  const limit = Number(url.searchParams.get('limit') ?? 100);
  const numbers = [...source.etags.keys()].sort((a, b) => a - b).filter((number) => number > after);
  const page = numbers.slice(0, limit);
  const next = new URL(url);
  next.searchParams.set('after', String(page.at(-1)));
  next.searchParams.set('limit', String(limit));
  const parts = page.map((partNumber) => ({ partNumber, etag: source.etags.get(partNumber) }));
  return {
    status: 200,
    json: { data: parts, links: { next: numbers.length > page.length ? next.href : null } },
    etag: null,
  };
}

export function answerFor(method: string, path: string, body: string, origin: string): SinkAnswer {
  const url = new URL(path, origin);
  const steps = url.pathname
    .replace(/^\/v1\//, '/')
    .split('/')
    .slice(1);
  const route = `${method} ${steps.map((step) => (/^\d+$/.test(step) ? '#' : step)).join('/')}`;
  const number = (at: number) => Number(steps[at]);
  if (route === 'PUT put/#/#') {
    const etag = `"sink-${number(1)}-${number(2)}"`;
    sourceFiles.get(number(1))?.etags.set(number(2), etag);
    return { status: 200, json: null, etag };
  }
  if (method === 'PUT') return { status: 200, json: null, etag: '"sink"' };
  if (route === 'GET users/me') return data(user);
  if (route === 'GET databases/#') return data({ ...database, id: number(1) });
  if (route === 'GET databases/#/size') {
    const none = { docCount: 0, imageSize: 0, nativeSize: 0, textSize: 0 };
    return data({ nativeDocs: none, processedDocs: none, producedDocs: none });
  }
  if (route === 'POST databases/#/datasets') {
    return data({
      id: ++lastId,
      name: nameIn(body, 'name'),
      description: '',
      deduplication: '',
      timezone: '',
    });
  }
  if (route === 'POST databases/#/datasets/#/sourceFiles') {
    const id = ++lastId;
    const source = { id, filename: nameIn(body, 'filename'), state: 'UPLOADING', etags: new Map() };
    sourceFiles.set(id, source);
    return data({ id, filename: source.filename, state: source.state });
  }
  const source = sourceFiles.get(number(3));
  if (!source) return notFound(url.pathname);
  if (route === 'POST databases/#/sourceFiles/#/parts/#') {
    return data({ partNumber: number(5), url: `${origin}/put/${source.id}/${number(5)}?signature=sink` });
  }
  if (route === 'GET databases/#/sourceFiles/#/parts') return partsPage(source, url);
  if (route === 'POST databases/#/sourceFiles/#') {
    source.state = 'PROCESSING';
    return data({ id: source.id, filename: source.filename, state: source.state });
  }
  return notFound(url.pathname);
}
