/** What follows a page of a list. Pure. */

/** platform-interface 2.1. Some operations omit `links`. */
export interface ListAnswer<T> {
  readonly data: readonly T[];
  readonly links?: { readonly next?: string | null | undefined } | null | undefined;
}

/** The parameter that continues a list without links, and the field of its last element that has the value. */
export interface PageCursor {
  readonly parameter: 'after' | 'eventId' | 'begin';
  readonly field: string;
}

export type NextPage =
  | { readonly kind: 'end' }
  | { readonly kind: 'page'; readonly url: URL }
  | { readonly kind: 'refused'; readonly problem: 'malformed' | 'other-server' };

export interface AnswerPage<T> {
  readonly elements: readonly T[];
  readonly next: NextPage;
}

const end = { kind: 'end' } as const;

/**
 * The elements of an answer and the page after it: links.next, which must stay on the same server; or, where an operation
 * gives no links and the page is full, what comes after its last element.
 */
export function readPage<T>(
  { data, links }: ListAnswer<T>,
  url: URL,
  limit: number,
  cursor: PageCursor,
): AnswerPage<T> {
  const next = links?.next;
  if (typeof next === 'string' && next !== '') return { elements: data, next: linkedPage(next, url) };
  if (next !== undefined) return { elements: data, next: end };
  if (cursor.parameter === 'begin') return timeRangePage(data, url, limit, cursor.field);
  const last = fieldOf(data.at(-1), cursor.field);
  if (data.length !== limit || last === null) return { elements: data, next: end };
  return { elements: data, next: pageAt(url, { [cursor.parameter]: last }) };
}

function linkedPage(next: string, url: URL): NextPage {
  const target = URL.parse(next, url.href);
  if (target === null) return { kind: 'refused', problem: 'malformed' };
  return isSameOrigin(url, target)
    ? { kind: 'page', url: target }
    : { kind: 'refused', problem: 'other-server' };
}

/** Links to pages may have another path, such as that of a gateway in front. */
export function isSameOrigin(url: URL, target: URL): boolean {
  return target.origin === url.origin && target.username === '' && target.password === '';
}

/**
 * Continues a range of time at the timestamp of the last element. Elements that share it are left to the next page, so
 * that none is repeated or lost, unless the whole page shares it: such a page holds all of them, even beyond the limit
 * (platform-interface 4.2, operation 19). The order isn't documented, so the newest may come first.
 */
function timeRangePage<T>(data: readonly T[], url: URL, limit: number, field: string): AnswerPage<T> {
  const first = fieldOf(data[0], field);
  const last = fieldOf(data.at(-1), field);
  if (data.length < limit || typeof first !== 'number' || typeof last !== 'number')
    return { elements: data, next: end };
  const others = data.filter((element) => fieldOf(element, field) !== last);
  const isWhole = others.length === 0;
  const range = {
    begin: Number(url.searchParams.get('begin')),
    end: Number(url.searchParams.get('end')),
  };
  // Nothing comes after the end of the range, so a whole page at its end goes backward.
  const isNewestFirst = first > last || (isWhole && last + 1 >= range.end);
  // `begin` is inclusive and `end` exclusive.
  if (isNewestFirst) range.end = isWhole ? last : last + 1;
  else range.begin = isWhole ? last + 1 : last;
  return {
    elements: isWhole ? data : others,
    next: range.begin < range.end ? pageAt(url, range) : end,
  };
}

function pageAt(url: URL, parameters: Readonly<Record<string, string | number>>): NextPage {
  const target = new URL(url);
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, String(value));
  // A platform that ignores the parameter would return the same page forever.
  return target.href === url.href ? end : { kind: 'page', url: target };
}

function fieldOf(element: unknown, field: string): number | string | null {
  if (typeof element !== 'object' || element === null) return null;
  const value: unknown = Reflect.get(element, field);
  return typeof value === 'number' || typeof value === 'string' ? value : null;
}
