/** Sends a checked CSV to a legal hold directory (platform-interface 4.1). */
import { createHash, randomUUID } from 'node:crypto';
import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import type {
  DirectoryCheck,
  DirectoryForm,
  DirectorySync,
} from '../../../preload/contract/views/directory.ts';
import { openCsv } from '../csv/csv-file.ts';
import type { RequestContent } from '../platform/http-request.ts';
import type { Platform } from '../platform/platform.ts';
import type { Profile } from '../platform/profile.ts';
import { promptUnreachedTries } from '../platform/request-options.ts';
import type { DirectoryRules } from './check-directory.ts';
import { compareIgnored } from './compare-ignored.ts';
import { directoryContent } from './directory-content.ts';

export interface SyncOptions {
  readonly signal?: AbortSignal;
}

/** A million people take the platform a while after the last byte. */
const answerTimeoutMs = 10 * 60_000;

export function directoryRules(profile: Profile, form = profile.directories.form): DirectoryRules {
  const { hrSystemIdColumn } = profile.directories;
  return { form, hrSystemIdColumn, maxBytes: profile.limits.csvBytes };
}

/** The form that a person chose for a platform, or that its answers show. An assumed form knows less than the profile. */
export async function knownForm(platform: Pick<Platform, 'form'>): Promise<DirectoryForm | undefined> {
  const { form, basis } = await platform.form();
  return basis === 'assumed' ? undefined : form;
}

/**
 * Sends what was checked and nothing else: the file is read again, and the request is only completed if its content is
 * still the same. Fails with directory-csv-invalid, directory-csv-changed, directory-forbidden, directory-not-found, or
 * directory-sync-unknown, and in the ways of any request.
 *
 * A sync whose answer was lost is never repeated here. In the base form that would be safe, because the same values are
 * written to the same people (rule 8). In the extended form it would add people a second time (rule 9), and which form a
 * platform has is only assumed. So a person decides.
 */
export async function syncDirectory(
  platform: Pick<Platform, 'profile' | 'syncDirectory'>,
  directoryId: number,
  check: DirectoryCheck,
  { signal }: SyncOptions = {},
): Promise<Result<DirectorySync>> {
  const { path, form, errors, people } = check;
  if (errors > 0) return failure('directory-csv-invalid', { path, errors });
  const { profile } = platform;
  let state: 'sending' | 'changed' | 'complete' = 'sending';
  const content = bodyOf(profile, check.content.bytes, async function* () {
    state = 'sending';
    for await (const bytes of checkedContent(check, directoryRules(profile, form))) {
      if (bytes === null) {
        state = 'changed';
        throw new Error('The file changed');
      }
      yield bytes;
    }
    state = 'complete';
  });
  const answer = await platform.syncDirectory(directoryId, content, {
    answerTimeoutMs,
    unreachedTries: promptUnreachedTries,
    ...(signal === undefined ? {} : { signal }),
  });
  if (answer.ok) {
    const ignored = compareIgnored(check.ignored, answer.value);
    return success({ directoryId, form, people, bytes: check.content.bytes, ignored });
  }
  if (hasEnded(state, 'changed')) return failure('directory-csv-changed', { path });
  const { failure: reason } = answer;
  if (reason.code === 'forbidden' || reason.code === 'not-found') {
    const { platformMessage } = reason;
    const code = reason.code === 'forbidden' ? 'directory-forbidden' : 'directory-not-found';
    return failure(code, { directoryId, platformMessage });
  }
  if (reason.code !== 'outcome-unknown') return answer;
  if (signal?.aborted === true && !hasEnded(state, 'complete')) return failure('stopped');
  return failure('directory-sync-unknown', { directoryId, form, reason: reason.reason });
}

/** TypeScript doesn't see that the body's generator changes the state. */
function hasEnded(state: string, as: 'changed' | 'complete'): boolean {
  return state === as;
}

/**
 * The content in pieces; null instead of the last one if it isn't what was checked. A request without its last piece is
 * shorter than it says, so the platform can't take it for a complete one.
 */
async function* checkedContent(
  { path, encoding, content }: DirectoryCheck,
  rules: DirectoryRules,
): AsyncGenerator<Buffer | null> {
  const opened = await openCsv(path);
  if (!opened.ok) {
    yield null;
    return;
  }
  const file = opened.value;
  try {
    const hash = createHash('sha256');
    let last: Buffer = Buffer.alloc(0);
    let bytes = 0;
    for await (const piece of directoryContent(file, encoding, rules)) {
      if (!('bytes' in piece) || piece.bytes.byteLength === 0) continue;
      hash.update(piece.bytes);
      bytes += piece.bytes.byteLength;
      if (bytes > content.bytes) break;
      if (last.byteLength > 0) yield last;
      last = piece.bytes;
    }
    const isSame = bytes === content.bytes && hash.digest('hex') === content.sha256;
    yield isSame ? last : null;
  } finally {
    // It was only read.
    await file.close().catch(() => undefined);
  }
}

/** As the file of a form, or as the body itself. */
function bodyOf(
  { directories: { body, fileField } }: Profile,
  bytes: number,
  open: () => AsyncIterable<Uint8Array>,
): RequestContent {
  if (body === 'csv') return { contentType: 'text/csv', bytes, open };
  const boundary = `lading-${randomUUID()}`;
  const before = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="${fileField}"; filename="custodians.csv"\r\nContent-Type: text/csv\r\n\r\n`,
  );
  const after = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: before.byteLength + bytes + after.byteLength,
    async *open() {
      yield before;
      yield* open();
      yield after;
    },
  };
}
