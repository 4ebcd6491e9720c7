import type { Result } from '../../../preload/contract/failures/failure.ts';
import type {
  DirectoryCheck,
  DirectoryForm,
  DirectorySync,
} from '../../../preload/contract/views/directory.ts';
import { loadProfile } from '../platform/profile-file.ts';
import { withSession } from '../platform/with-session.ts';
import type { Connection } from '../types/connection.ts';
import { type CheckOnThreadOptions, checkDirectoryOnThread } from './check-on-thread.ts';
import { directoryRules, knownForm, syncDirectory } from './sync-directory.ts';

export type DirectoryCheckOptions = CheckOnThreadOptions & { readonly signal: AbortSignal };

export interface DirectoryFile {
  readonly path: string;
  /** It is null for the default profile. */
  readonly profilePath: string | null;
  /** The profile's by default. */
  readonly form?: DirectoryForm | undefined;
}

/** Checks the CSV of a legal hold directory. Needs no connection, and sends nothing. */
export async function checkDirectoryFile(
  { path, profilePath, form }: DirectoryFile,
  options: CheckOnThreadOptions = {},
): Promise<Result<DirectoryCheck>> {
  const profile = await loadProfile(profilePath ?? undefined);
  return profile.ok ? checkDirectoryOnThread(path, directoryRules(profile.value, form), options) : profile;
}

/** Checks the CSV as the connection's platform will read it. Needs no engine. Fails as a connection does, too. */
export function checkDirectoryForSync(
  connection: Connection,
  version: string,
  path: string,
  options: DirectoryCheckOptions,
): Promise<Result<DirectoryCheck>> {
  return withSession(connection, version, options.signal, async ({ platform }) =>
    checkDirectoryOnThread(path, directoryRules(platform.profile, await knownForm(platform)), options),
  );
}

/** Sends a CSV that was checked. Needs no engine. Fails as `syncDirectory` does. */
export function syncDirectoryFile(
  connection: Connection,
  version: string,
  signal: AbortSignal,
  directoryId: number,
  check: DirectoryCheck,
  onSend: () => void = () => undefined,
): Promise<Result<DirectorySync>> {
  return withSession(connection, version, signal, ({ platform }) => {
    onSend();
    return syncDirectory(platform, directoryId, check, { signal });
  });
}
