import { maxLinks } from '../../../../preload/contract/bounds.ts';
import type { Argument } from '../../../../preload/contract/index.ts';
import { localDay } from '../../../../preload/contract/texts/format-date.ts';
import { maxDatasetNameChars } from '../../../../preload/contract/views/new-dataset.ts';
import type { SourceView } from '../../../../preload/contract/views/views.ts';
import { isWebAddress } from '../../../../preload/contract/web-address.ts';
import { clockTime, splitPath } from '../../../i18n/format.ts';
import { words } from '../../../i18n/words.ts';
import { linkLines, parseLinks, type SourceForm } from '../../../state/new-upload-draft.ts';

const sourceWords = words.newUploadSource;

export type SourceField = 'connection' | 'database' | 'name' | 'datasetId' | 'sources' | 'links';
export type SourceProblems = Partial<Readonly<Record<SourceField, string>>>;

/** Keeps each path once: dialogs and drops give the same path a new ID each time. */
export function addSources(
  known: readonly SourceView[],
  more: readonly SourceView[],
): { readonly sources: readonly SourceView[]; readonly added: number } {
  const paths = new Set(known.map((source) => source.path));
  const added = more.filter((source) => {
    if (paths.has(source.path)) return false;
    paths.add(source.path);
    return true;
  });
  return { sources: [...known, ...added], added: added.length };
}

/** A host with a dot, before a port, a path or nothing: a web address that lost its `https://`. */
const hostAlone = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?(?:[/?#]|$)/u;

function isWithoutScheme(link: string): boolean {
  return !isWebAddress(link) && hostAlone.test(link) && URL.canParse(`https://${link}`);
}

/** Every line that can't be sent, by what is wrong with it. The lines aren't repeated: they may contain a secret. */
export function linksProblem(text: string): string | null {
  const lines = linkLines(text);
  const numbers = (isWrong: (link: string) => boolean) =>
    lines.filter(({ link }) => isWrong(link)).map(({ number }) => number);
  const withoutScheme = numbers(isWithoutScheme);
  const notUrl = numbers((link) => !isWebAddress(link) && !isWithoutScheme(link));
  const problems = [
    ...(notUrl.length > 0 ? [sourceWords.linkNotUrl(notUrl)] : []),
    ...(withoutScheme.length > 0 ? [sourceWords.linkWithoutScheme(withoutScheme)] : []),
    ...(lines.length > maxLinks ? [sourceWords.linksTooMany] : []),
  ];
  return problems.length === 0 ? null : problems.join(' ');
}

/** How many lines would get `https://`, and the text with it. Everything else stays as typed. */
export function addMissingScheme(text: string): { readonly lines: number; readonly text: string } {
  let lines = 0;
  const completed = text.replace(
    /^(\s*)(\S+)(\s*)$/gm,
    (line, before: string, link: string, after: string) => {
      if (!isWithoutScheme(link)) return line;
      lines += 1;
      return `${before}https://${link}${after}`;
    },
  );
  return { lines, text: completed };
}

/** When the form was opened, and the names of datasets that this computer knows. */
export interface NamingContext {
  readonly now: Date;
  readonly taken: ReadonlySet<string>;
}

/**
 * "EV-0412 2026-11-14": the name of the first source or link, and the date. Where that is taken, with the time:
 * "EV-0412 2026-11-14 15:20".
 */
export function suggestDatasetName(
  form: Pick<SourceForm, 'sources' | 'links'>,
  { now, taken }: NamingContext,
): string {
  const [first] = form.sources;
  const [link] = parseLinks(form.links);
  const name = first !== undefined ? nameOfPath(first.path) : link !== undefined ? nameOfLink(link) : '';
  if (name === '') return '';
  const named = `${name.slice(0, 200)} ${localDay(now)}`;
  const candidates = [
    named,
    `${named} ${clockTime(now)}`,
    `${named} ${clockTime(now, undefined, 'seconds')}`,
  ];
  return candidates.find((each) => !taken.has(each)) ?? named;
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

export function datasetName(form: SourceForm, context: NamingContext): string {
  return form.datasetName ?? suggestDatasetName(form, context);
}

/** The problems by field, and the draft if there are none. */
export function checkSourceForm(
  form: SourceForm,
  context: NamingContext,
): { readonly problems: SourceProblems; readonly draft: Argument<'drafts.create'> | null } {
  const { connectionId, databaseId } = form;
  const name = datasetName(form, context).trim();
  const links = parseLinks(form.links);
  const malformedLink = linksProblem(form.links);
  const id = /^\d{1,15}$/.test(form.datasetId.trim()) ? Number(form.datasetId) : 0;
  const isNew = form.dataset === 'new';
  const isEmpty = form.sources.length === 0 && links.length === 0;
  // The name is suggested with the first source, so it isn't missing before.
  const awaitsSuggestion = isEmpty && form.datasetName === null;
  const problems: SourceProblems = {
    ...(connectionId === null ? { connection: sourceWords.missingConnection } : {}),
    ...(connectionId !== null && databaseId === null ? { database: sourceWords.missingDatabase } : {}),
    ...(isNew && name === '' && !awaitsSuggestion ? { name: sourceWords.missingName } : {}),
    ...(isNew && name.length > maxDatasetNameChars ? { name: sourceWords.nameTooLong } : {}),
    ...(!isNew && id < 1 ? { datasetId: sourceWords.datasetIdInvalid } : {}),
    ...(isEmpty ? { sources: sourceWords.missingSources } : {}),
    ...(malformedLink === null ? {} : { links: malformedLink }),
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
      acceptInactive: form.acceptedDatabaseId === databaseId,
      dataset: isNew ? { name, description: description === '' ? null : description } : { id },
      sources: form.sources.map((source) => source.sourceId),
      links: [...links],
      maskLinks: form.maskLinks,
      followSymlinks: form.followSymlinks,
      replaces: form.replacesId,
    },
  };
}
