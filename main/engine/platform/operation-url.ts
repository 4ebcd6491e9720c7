import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import type { OperationName } from '../../../preload/contract/platform/operations.ts';
import { withoutTrailingSlashes } from '../types/source-path.ts';
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
  url.pathname = withoutTrailingSlashes(baseUrl.pathname) + profile.basePath + filled;
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return success(url);
}
