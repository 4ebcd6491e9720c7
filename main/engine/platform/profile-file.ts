import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { errnoOf } from '../../../preload/contract/failures/errno.ts';
import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { parseJson } from '../json/parse-json.ts';
import { readSmallFile } from '../store/files/small-file.ts';
import { type Profile, profileSchema } from './profile.ts';

export const defaultProfilePath = fileURLToPath(
  new URL('../../../resources/profiles/default.json', import.meta.url),
);

/** The default profile has 12 kB. */
const maxBytes = 1_000_000;

/** Reads the profile at `path`, or the one that comes with Lading. Fails with the line and reason of each problem. */
export async function loadProfile(path?: string): Promise<Result<Profile>> {
  const read = await readProfile(path);
  return read.ok ? success(read.value.profile) : read;
}

export interface ReadProfile {
  readonly profile: Profile;
  /** Of its file. */
  readonly sha256: string;
}

/** As loadProfile does, with what identifies the file. */
export async function readProfile(path: string = defaultProfilePath): Promise<Result<ReadProfile>> {
  let text: string;
  try {
    text = await readSmallFile(path, maxBytes);
  } catch (error) {
    const errno = errnoOf(error);
    return errno === 'ENOENT'
      ? failure('profile-missing', { path })
      : failure('profile-unreadable', { path, errno });
  }
  const profile = parseProfile(text, path);
  if (!profile.ok) return profile;
  return success({ profile: profile.value, sha256: createHash('sha256').update(text).digest('hex') });
}

/** `path` names the file in failures. */
export function parseProfile(text: string, path: string): Result<Profile> {
  const parsed = parseJson(text, profileSchema, 'the profile');
  if (parsed.ok) return success(parsed.value);
  const { problems, more } = parsed;
  return failure('profile-invalid', { path, problems, more });
}
