/** Templates of custodians per client: saved from a draft, offered to the next one, and kept as a file. */
import { createHash } from 'node:crypto';
import { errnoOf } from '../../../../preload/contract/failures/errno.ts';
import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import {
  type CustodianTemplateFile,
  type CustodianTemplateView,
  custodianTemplateFile,
  type EarlierCustodians,
} from '../../../../preload/contract/views/custodian-template.ts';
import { countsAsEarlier, sentAt } from '../../../../preload/contract/views/has-sent.ts';
import { comparablePath } from '../../../../preload/contract/views/source-overlap.ts';
import { checkRules } from '../../intake/custodians/check-rules.ts';
import { looseKey, parseMapPath } from '../../intake/custodians/map-path.ts';
import { readRows } from '../../intake/custodians/read-map.ts';
import {
  createCustodianTemplateRepository,
  type StoredCustodianTemplate,
} from '../../store/custodians/custodian-template-repository.ts';
import { readSmallFile } from '../../store/files/small-file.ts';
import { openReadOnly } from '../../store/open.ts';
import type { Repositories } from '../../store/repositories.ts';
import type { Upload } from '../../store/uploads/upload-repository.ts';
import type { CustodianMap, CustodianMapRow } from '../../types/custodian-rule.ts';
import type { UploadId } from '../../types/ids.ts';
import type { UploadRequest } from '../../types/uploads.ts';
import type { EngineContext } from '../context/engine-context.ts';
import { uploadNotFound } from '../context/read-uploads.ts';
import { addCustodianMap, changeCustodians } from './assign-custodians.ts';

/** What is in a draft now. `leftOut`: rows with a path outside its sources, which mean nothing elsewhere. */
export function templateOf(
  name: string,
  { serverUrl, databaseId, databaseName, request, sources }: Upload,
  map: CustodianMap | null,
): { readonly template: CustodianTemplateFile; readonly leftOut: number } {
  const rows = map === null ? [] : portableRows(map.rows, sources);
  return {
    template: {
      format: 'lading-custodian-template',
      version: 1,
      name,
      savedFor: { serverUrl, databaseId, databaseName },
      custodian: request.custodian,
      rules: request.custodianRules,
      map: map === null ? null : { ...map, rows: [...rows] },
      names: request.custodianNames ?? [],
    },
    leftOut: (map?.rows.length ?? 0) - rows.length,
  };
}

/** Rows below the sources, with paths that start there. */
export function portableRows(
  rows: readonly CustodianMapRow[],
  sources: readonly string[],
): readonly CustodianMapRow[] {
  const roots = sources.flatMap((source) => {
    const parsed = parseMapPath(source);
    return parsed === null ? [] : [parsed];
  });
  return rows.flatMap((row) => {
    const spelled = parseMapPath(row.path);
    const parsed = spelled?.volume == null ? parseMapPath(row.path.trim()) : spelled;
    if (parsed === null) return [];
    if (parsed.volume === null) return [row];
    const root = roots.find(
      ({ volume, segments }) =>
        volume === parsed.volume &&
        segments.length < parsed.segments.length &&
        segments.every((segment, index) => looseKey(segment) === looseKey(parsed.segments[index] ?? '')),
    );
    return root === undefined
      ? []
      : [{ ...row, path: parsed.segments.slice(root.segments.length).join('/') }];
  });
}

/** Templates of the same database first, then of the same server, each by name. */
export function offeredTemplates(
  templates: readonly StoredCustodianTemplate[],
  { serverUrl, databaseId }: Pick<Upload, 'serverUrl' | 'databaseId'>,
): readonly CustodianTemplateView[] {
  const order = ['database', 'server', 'other'] as const;
  return templates
    .map(({ id, savedAt, template: { name, savedFor, rules, names } }): CustodianTemplateView => {
      const isServer = savedFor.serverUrl === serverUrl;
      const fits =
        isServer && savedFor.databaseId === databaseId ? 'database' : isServer ? 'server' : 'other';
      return { id, name, savedFor, savedAt, fits, rules: rules.length, names: names.length };
    })
    .toSorted((a, b) => order.indexOf(a.fits) - order.indexOf(b.fits) || a.name.localeCompare(b.name, 'en'));
}

/** The latest upload that sent the same sources to the same database, if it says who gets what. */
function uploadWithCustodians({ uploads }: Repositories, draft: Upload): Upload | null {
  const keyOf = (path: string): string => comparablePath(path, process.platform);
  const hasSources = ({ sources }: Upload): boolean => {
    const known = new Set(sources.map(keyOf));
    return draft.sources.every((source) => known.has(keyOf(source)));
  };
  const latest = uploads
    .all()
    .filter(
      (one) =>
        one.id !== draft.id &&
        one.serverUrl === draft.serverUrl &&
        one.databaseId === draft.databaseId &&
        countsAsEarlier(one) &&
        hasSources(one),
    )
    .toSorted((a, b) => sentAt(a).localeCompare(sentAt(b)))
    .at(-1);
  return latest === undefined || choices(latest) === noChoices ? null : latest;
}

/** Returns null where the draft has rules of its own. */
export function earlierCustodians(repositories: Repositories, draft: Upload): EarlierCustodians | null {
  const earlier = uploadWithCustodians(repositories, draft);
  if (earlier === null) return null;
  const isUsed = choices(draft) === choices(earlier);
  if (!isUsed && choices(draft) !== noChoices) return null;
  const { folders, items } = repositories.custodians.assignments(earlier.id);
  return {
    datasetName: earlier.datasetName,
    at: sentAt(earlier),
    csv: earlier.request.custodianRules.find((rule) => rule.kind === 'map')?.name ?? null,
    manual: [...folders, ...items].filter(([, custodian]) => custodian !== null).length,
    isUsed,
  };
}

/** The CSV's paths stay as they are: the sources are the same. */
export function applyEarlier(context: EngineContext, draft: Upload): Promise<Result<void>> {
  const { repositories } = context;
  const earlier = uploadWithCustodians(repositories, draft);
  if (earlier === null) return Promise.resolve(success(undefined));
  const [map = null] = repositories.custodians.maps(earlier.id, earlier.request.custodianRules);
  const { template } = templateOf(earlier.datasetName, earlier, null);
  return applyCustodians(context, draft.id, {
    ...template,
    map: map === null ? null : { ...map, rows: [...map.rows] },
  });
}

const noChoices = JSON.stringify([null, [], []]);

function choices({ request: { custodian, custodianRules, custodianNames = [] } }: Upload): string {
  return JSON.stringify([custodian, custodianRules, custodianNames]);
}

/** A template's rows are those of no CSV: the draft may have its CSV, with all of its rows, too. */
function withOwnHash({ rules, map, ...template }: CustodianTemplateFile): CustodianTemplateFile {
  if (map === null) return { ...template, rules, map };
  const sha1 = createHash('sha1').update(JSON.stringify(map.rows)).digest('hex');
  const own = { sha1, rows: map.rows.length };
  return {
    ...template,
    rules: rules.map((rule) => (rule.kind === 'map' ? { ...rule, ...own } : rule)),
    map: { ...map, sha1 },
  };
}

export function applyTemplate(
  context: EngineContext,
  id: UploadId,
  template: CustodianTemplateFile,
): Promise<Result<void>> {
  return applyCustodians(context, id, withOwnHash(template));
}

/** In one change, which can be undone. Spellings that the draft has stay where the template says nothing of them. */
async function applyCustodians(
  context: EngineContext,
  id: UploadId,
  { custodian, rules, map, names }: CustodianTemplateFile,
): Promise<Result<void>> {
  const upload = context.repositories.uploads.get(id);
  if (upload === null) return uploadNotFound(id);
  if (map !== null) {
    const added = await addCustodianMap(context, id, map);
    if (!added.ok) return added;
  }
  const known = new Map((upload.request.custodianNames ?? []).map(({ from, to }) => [from, to]));
  for (const { from, to } of names) known.set(from, to);
  return changeCustodians(context, id, {
    kind: 'rules',
    rules,
    custodian: custodian ?? upload.request.custodian,
    names: [...known].map(([from, to]) => ({ from, to })),
  });
}

/** Applies a template to a request that isn't created yet. A custodian that it names comes first. */
export function withTemplate<Request extends Omit<UploadRequest, 'databaseId'>>(
  request: Request,
  template: CustodianTemplateFile,
): Request {
  const { custodian, rules, map, names } = withOwnHash(template);
  return {
    ...request,
    custodian: request.custodian ?? custodian,
    custodianRules: rules,
    custodianNames: names,
    ...(map === null ? {} : { custodianMap: map }),
  };
}

const maxFileBytes = 200_000_000;

/** Fails with source-missing, path-unreadable or custodian-template-invalid. */
export async function readTemplateFile(path: string): Promise<Result<CustodianTemplateFile>> {
  let text: string;
  try {
    text = (await readSmallFile(path, maxFileBytes)).replace(/^\uFEFF/, '');
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'EFBIG') return failure('custodian-template-invalid', { path, problem: 'too large' });
    return errno === 'ENOENT'
      ? failure('source-missing', { path })
      : failure('path-unreadable', { path, errno });
  }
  return parseTemplate(path, text);
}

/** A saved template by its name, or a file. Fails with custodian-template-not-found, and as reading the file does. */
export async function findTemplate(
  nameOrFile: string,
  stateDir: string,
): Promise<Result<CustodianTemplateFile>> {
  const opened = openReadOnly(stateDir);
  if (!opened.ok) return opened;
  const db = opened.value;
  if (db !== null) {
    try {
      const templates = createCustodianTemplateRepository(db);
      const id = templates.idOf(nameOrFile);
      const found = id === null ? null : templates.get(id);
      if (found !== null) return success(found.template);
    } finally {
      db.close();
    }
  }
  const read = await readTemplateFile(nameOrFile);
  return !read.ok && read.failure.code === 'source-missing'
    ? failure('custodian-template-not-found', { name: nameOrFile })
    : read;
}

export function parseTemplate(path: string, text: string): Result<CustodianTemplateFile> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return failure('custodian-template-invalid', { path, problem: 'not JSON' });
  }
  const parsed = custodianTemplateFile.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return failure('custodian-template-invalid', { path, problem: issue?.path.join('.') ?? '' });
  }
  const rules = checkRules(parsed.data.rules);
  if (!rules.ok) return rules;
  const problem = mapProblemOf(parsed.data);
  return problem === null ? success(parsed.data) : failure('custodian-template-invalid', { path, problem });
}

/** Where its rows aren't those of its rule, or are none that a CSV may have. */
function mapProblemOf({ rules, map }: CustodianTemplateFile): string | null {
  const isOther = rules.some(
    (rule) => rule.kind === 'map' && (rule.sha1 !== map?.sha1 || rule.separator !== map.separator),
  );
  if (isOther) return 'map';
  if (map === null || map.rows.length === 0) return null;
  const header = { line: 0, cells: ['path', 'custodian'] };
  const rows = map.rows.map(({ path, custodian }, index) => ({ line: index, cells: [path, custodian] }));
  const [first] = readRows([header, ...rows]).problems;
  return first === undefined ? null : `map.rows.${first.line}`;
}
