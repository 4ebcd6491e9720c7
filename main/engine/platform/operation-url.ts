import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import type { OperationName } from '../../../preload/contract/platform/operations.ts';
import { type Profile, placeholdersIn } from './profile.ts';

export type PathParams = Readonly<Record<string, string | number>>;
export type Query = Readonly<Record<string, string | number | undefined>>;

/** The URL of an operation: the server's, the profile's base path, and its template with the values filled in. */
export function operationUrl(
  baseUrl: URL,
  profile: Profile,
  operation: OperationName,
  params: PathParams,
  query: Query,
): Result<URL> {
  const { path } = profile.operations[operation];
  let filled = path;
  for (const placeholder of placeholdersIn(path)) {
    const value = String(params[placeholder] ?? '');
    // A value of dots would leave the template's path.
    if (/^\.{0,2}$/.test(value)) {
      return failure('parameter-missing', { operation, parameter: placeholder });
    }
    filled = filled.replace(`{${placeholder}}`, () => encodeURIComponent(value));
  }
  const url = new URL(baseUrl);
  url.pathname = baseUrl.pathname.replace(/\/+$/, '') + profile.basePath + filled;
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return success(url);
}

export interface Page {
  readonly data: readonly unknown[];
  readonly links?: { readonly next?: string | null | undefined } | null | undefined;
}

export type NextPage =
  | { readonly kind: 'end' }
  | { readonly kind: 'page'; readonly url: URL }
  | { readonly kind: 'refused'; readonly problem: 'malformed' | 'other-server' };

/**
 * The page after this one (platform-interface 2.1): links.next, which must stay on the same server; or, where an
 * operation gives no links and the page is full, what comes after its last element.
 */
export function nextPage(page: Page, url: URL, limit: number, cursorField: string): NextPage {
  const next = page.links?.next;
  if (typeof next === 'string' && next !== '') {
    const target = URL.parse(next, url.href);
    if (target === null) return { kind: 'refused', problem: 'malformed' };
    if (target.origin !== url.origin || target.username !== '' || target.password !== '') {
      return { kind: 'refused', problem: 'other-server' };
    }
    return { kind: 'page', url: target };
  }
  if (page.links !== undefined && page.links !== null) return { kind: 'end' };
  const cursor = cursorOf(page.data.at(-1), cursorField);
  if (page.data.length !== limit || cursor === null) return { kind: 'end' };
  const after = new URL(url);
  after.searchParams.set('after', cursor);
  // A platform that ignores `after` would return the same page forever.
  return after.href === url.href ? { kind: 'end' } : { kind: 'page', url: after };
}

function cursorOf(element: unknown, field: string): string | null {
  if (typeof element !== 'object' || element === null) return null;
  const cursor: unknown = Reflect.get(element, field);
  return typeof cursor === 'number' || typeof cursor === 'string' ? String(cursor) : null;
}
