import type { Argument } from '../../../preload/contract/index.ts';
import type { DatabaseView, SourceView } from '../../../preload/contract/views.ts';
import { splitPath } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';

const say = words.newUploadSource;

/** What a person has chosen so far. */
export interface SourceForm {
  readonly connectionId: string | null;
  readonly databaseId: number | null;
  readonly dataset: 'new' | 'existing';
  /** Null while the suggested name serves. */
  readonly datasetName: string | null;
  readonly description: string;
  readonly datasetId: string;
  readonly sources: readonly SourceView[];
  /** One on each line, as typed. */
  readonly links: string;
  readonly followSymlinks: boolean;
}

export const emptySourceForm: SourceForm = {
  connectionId: null,
  databaseId: null,
  dataset: 'new',
  datasetName: null,
  description: '',
  datasetId: '',
  sources: [],
  links: '',
  followSymlinks: false,
};

export type SourceField = 'connection' | 'database' | 'name' | 'datasetId' | 'sources' | 'links';
export type SourceProblems = Partial<Readonly<Record<SourceField, string>>>;

/** Chosen once more is chosen once; dialogs and drops hand out a new id each time. */
export function addSources(
  known: readonly SourceView[],
  more: readonly SourceView[],
): { readonly sources: readonly SourceView[]; readonly added: number } {
  const paths = new Set(known.map((source) => source.path));
  const fresh = more.filter((source) => {
    if (paths.has(source.path)) return false;
    paths.add(source.path);
    return true;
  });
  return { sources: [...known, ...fresh], added: fresh.length };
}

export function linesOf(text: string): readonly { readonly number: number; readonly link: string }[] {
  return text
    .split(/\r?\n/)
    .map((line, index) => ({ number: index + 1, link: line.trim() }))
    .filter(({ link }) => link !== '');
}

export function linksOf(text: string): readonly string[] {
  return [...new Set(linesOf(text).map(({ link }) => link))];
}

/** platform-interface 5.2: all requests use HTTPS; plain HTTP serves on this computer alone, for practice. */
export function linkProblem(text: string): string | null {
  const lines = linesOf(text);
  for (const { number, link } of lines) {
    const url = URL.parse(link);
    if (url === null || !/^https?:$/.test(url.protocol)) return say.linkNotUrl(number);
    if (url.protocol === 'http:' && !isThisComputer(url.hostname)) return say.linkNotSecure(number);
  }
  return lines.length > 1000 ? say.linksTooMany : null;
}

function isThisComputer(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.');
}

/** "EV-0412 2026-11-14", from the first of what was chosen and the day. */
export function suggestedName(form: Pick<SourceForm, 'sources' | 'links'>, today: Date): string {
  const [first] = form.sources;
  const [link] = linksOf(form.links);
  const name = first !== undefined ? nameOfPath(first.path) : link !== undefined ? nameOfLink(link) : '';
  if (name === '') return '';
  const day = [
    today.getFullYear(),
    String(today.getMonth() + 1).padStart(2, '0'),
    String(today.getDate()).padStart(2, '0'),
  ].join('-');
  return `${name.slice(0, 200)} ${day}`;
}

function nameOfPath(path: string): string {
  const trimmed = path.replace(/[\\/]+$/, '');
  return splitPath(trimmed).name.replace(/:$/, '') || trimmed;
}

function nameOfLink(link: string): string {
  const url = URL.parse(link);
  if (url === null) return '';
  return url.pathname.split('/').at(-1) || url.host;
}

export function datasetNameOf(form: SourceForm, today: Date): string {
  return form.datasetName ?? suggestedName(form, today);
}

/**
 * The database that needs no choice: the only one, or the practice platform's first, where nothing can go wrong.
 * No other is chosen for a person: a wrong database is a wrong matter.
 */
export function obviousDatabase(databases: readonly DatabaseView[], practises: boolean): number | null {
  const [first] = databases;
  return first !== undefined && (practises || databases.length === 1) ? first.id : null;
}

/** What is missing, by field, and the draft once nothing is. */
export function checkSourceForm(
  form: SourceForm,
  today: Date,
): { readonly problems: SourceProblems; readonly draft: Argument<'drafts.create'> | null } {
  const { connectionId, databaseId } = form;
  const name = datasetNameOf(form, today).trim();
  const links = linksOf(form.links);
  const inLinks = linkProblem(form.links);
  const id = /^\d{1,15}$/.test(form.datasetId.trim()) ? Number(form.datasetId) : 0;
  const isNew = form.dataset === 'new';
  const isEmpty = form.sources.length === 0 && links.length === 0;
  // A name comes by itself with what is chosen: until then it is not missed.
  const awaitsName = isEmpty && form.datasetName === null;
  const problems: SourceProblems = {
    ...(connectionId === null ? { connection: say.missingConnection } : {}),
    ...(databaseId === null ? { database: say.missingDatabase } : {}),
    ...(isNew && name === '' && !awaitsName ? { name: say.missingName } : {}),
    ...(isNew && name.length > 255 ? { name: say.longName } : {}),
    ...(!isNew && id < 1 ? { datasetId: say.badId } : {}),
    ...(isEmpty ? { sources: say.missingSources } : {}),
    ...(inLinks === null ? {} : { links: inLinks }),
  };
  if (connectionId === null || databaseId === null || Object.keys(problems).length > 0) {
    return { problems, draft: null };
  }
  const description = form.description.trim();
  return {
    problems,
    draft: {
      connectionId,
      databaseId,
      dataset: isNew ? { name, description: description === '' ? null : description } : { id },
      sourceIds: form.sources.map((source) => source.sourceId),
      links: [...links],
      followSymlinks: form.followSymlinks,
    },
  };
}
