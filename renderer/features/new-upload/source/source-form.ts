import type { Argument } from '../../../../preload/contract/index.ts';
import { isLoopbackHost } from '../../../../preload/contract/loopback.ts';
import type { DatabaseView, SourceView } from '../../../../preload/contract/views.ts';
import { splitPath } from '../../../i18n/format.ts';
import { words } from '../../../i18n/words.ts';
import { linkLines, parseLinks, type SourceForm } from '../../../state/new-upload-draft.ts';

const sourceWords = words.newUploadSource;

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

/** platform-interface 5.2: all requests use HTTPS; plain HTTP serves on this computer alone, for practice. */
export function linkProblem(text: string): string | null {
  const lines = linkLines(text);
  for (const { number, link } of lines) {
    const url = URL.parse(link);
    if (url === null || !/^https?:$/.test(url.protocol)) return sourceWords.linkNotUrl(number);
    if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) return sourceWords.linkNotSecure(number);
  }
  return lines.length > 1000 ? sourceWords.linksTooMany : null;
}

/** "EV-0412 2026-11-14", from the first of what was chosen and the day. */
export function suggestDatasetName(form: Pick<SourceForm, 'sources' | 'links'>, today: Date): string {
  const [first] = form.sources;
  const [link] = parseLinks(form.links);
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

export function datasetName(form: SourceForm, today: Date): string {
  return form.datasetName ?? suggestDatasetName(form, today);
}

/**
 * The database that needs no choice: the only one, or the practice platform's first, where nothing can go wrong.
 * No other is chosen for a person: a wrong database is a wrong matter.
 */
export function onlyPossibleDatabase(databases: readonly DatabaseView[], practises: boolean): number | null {
  const [first] = databases;
  return first !== undefined && (practises || databases.length === 1) ? first.id : null;
}

/** What is missing, by field, and the draft once nothing is. */
export function checkSourceForm(
  form: SourceForm,
  today: Date,
): { readonly problems: SourceProblems; readonly draft: Argument<'drafts.create'> | null } {
  const { connectionId, databaseId } = form;
  const name = datasetName(form, today).trim();
  const links = parseLinks(form.links);
  const inLinks = linkProblem(form.links);
  const id = /^\d{1,15}$/.test(form.datasetId.trim()) ? Number(form.datasetId) : 0;
  const isNew = form.dataset === 'new';
  const isEmpty = form.sources.length === 0 && links.length === 0;
  // A name comes by itself with what is chosen: until then it is not missed.
  const awaitsName = isEmpty && form.datasetName === null;
  const problems: SourceProblems = {
    ...(connectionId === null ? { connection: sourceWords.missingConnection } : {}),
    ...(databaseId === null ? { database: sourceWords.missingDatabase } : {}),
    ...(isNew && name === '' && !awaitsName ? { name: sourceWords.missingName } : {}),
    ...(isNew && name.length > 255 ? { name: sourceWords.nameTooLong } : {}),
    ...(!isNew && id < 1 ? { datasetId: sourceWords.datasetIdInvalid } : {}),
    ...(isEmpty ? { sources: sourceWords.missingSources } : {}),
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
