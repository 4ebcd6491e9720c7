import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { OnFileReceived, SandboxContext } from './context.ts';
import type { SourceFileRow } from './store/uploads.ts';
import { linkProblems } from './words.ts';

const probeMs = 10_000;
const stallMs = 30_000;
/** The download fails after this many attempts in a row without a byte. */
const maxEmptyAttempts = 8;

export type LinkResult =
  | { readonly ok: true; readonly value: RemoteFile }
  | { readonly ok: false; readonly problem: string; readonly hasChanged?: true };

export interface RemoteFile {
  readonly sizeBytes: number;
  /** ETag or Last-Modified: shows that later ranges are of the same version. Null if the host sends none. */
  readonly validator: string | null;
}

/** platform-interface 3.1 and 8: direct links are downloaded at once. Their host must support Range requests. */
export class DirectLinkDownloader {
  readonly #context: SandboxContext;
  readonly #onFileReceived: OnFileReceived;
  readonly #stopped = new AbortController();

  constructor(context: SandboxContext, onFileReceived: OnFileReceived) {
    this.#context = context;
    this.#onFileReceived = onFileReceived;
  }

  async probe(link: string): Promise<LinkResult> {
    try {
      const response = await fetch(link, {
        headers: { range: 'bytes=0-0', 'accept-encoding': 'identity' },
        signal: AbortSignal.timeout(probeMs),
      });
      await response.body?.cancel();
      return parseRemoteFile(response);
    } catch {
      return { ok: false, problem: linkProblems.unreachable };
    }
  }

  start(sourceFile: SourceFileRow): void {
    this.#download(sourceFile).catch((error: unknown) => {
      if (!this.#stopped.signal.aborted) throw error;
    });
  }

  /** Restarts the downloads that a kill interrupted. */
  resume(): void {
    for (const sourceFile of this.#context.uploads.inState('DOWNLOADING')) this.start(sourceFile);
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #download(sourceFile: SourceFileRow): Promise<void> {
    const { uploads, files, settings } = this.#context;
    const target = files.partialFile(sourceFile.id);
    const link = uploads.directLink(sourceFile.id) ?? '';
    let emptyAttempts = 0;
    let expected: RemoteFile | undefined;
    // The link may name another version of the file since the restart, and the validator isn't stored.
    await rm(target, { force: true });
    for (;;) {
      const before = await sizeOf(target);
      const attempt = await this.#fetchFrom(link, target, before, expected);
      if (this.#stopped.signal.aborted) return;
      if (attempt.ok) {
        expected = attempt.value;
        if ((await sizeOf(target)) === expected.sizeBytes) break;
      } else if (attempt.hasChanged) {
        await rm(target, { force: true });
        expected = undefined;
      }
      emptyAttempts = (await sizeOf(target)) > before ? 0 : emptyAttempts + 1;
      if (emptyAttempts >= maxEmptyAttempts) {
        uploads.markDownloadFailed(sourceFile.id, attempt.ok ? linkProblems.noMoreData : attempt.problem);
        return;
      }
      await wait(Math.min(5000, 50 * 2 ** emptyAttempts), undefined, { signal: this.#stopped.signal });
    }
    const sha1 = settings.discard ? null : await sha1Of(target);
    await rename(target, files.completeFile(sourceFile.id));
    uploads.markReceived(sourceFile.id, expected.sizeBytes, sha1);
    const row = uploads.sourceFile(sourceFile.id);
    if (row !== undefined) this.#onFileReceived(row);
  }

  /** Appends what one request returns. It may be ok although the response was cut off. */
  async #fetchFrom(
    link: string,
    target: string,
    fromByte: number,
    expected: RemoteFile | undefined,
  ): Promise<LinkResult> {
    const stall = new AbortController();
    let timer = setTimeout(() => stall.abort(), stallMs);
    const output = await open(target, 'a');
    let remote: LinkResult = { ok: false, problem: linkProblems.unreachable };
    try {
      const response = await fetch(link, {
        headers: { range: `bytes=${fromByte}-`, 'accept-encoding': 'identity' },
        signal: AbortSignal.any([stall.signal, this.#stopped.signal]),
      });
      remote = parseRemoteFile(response);
      if (!remote.ok || response.status === 416) {
        await response.body?.cancel();
        return remote;
      }
      const { sizeBytes, validator } = remote.value;
      if (expected !== undefined && (expected.sizeBytes !== sizeBytes || expected.validator !== validator)) {
        await response.body?.cancel();
        return { ok: false, problem: linkProblems.changed, hasChanged: true };
      }
      for await (const chunk of response.body ?? []) {
        clearTimeout(timer);
        timer = setTimeout(() => stall.abort(), stallMs);
        await output.appendFile(chunk);
      }
      return remote;
    } catch {
      return remote;
    } finally {
      clearTimeout(timer);
      await output.close();
    }
  }
}

/** What the response to a Range request says about the whole file. */
function parseRemoteFile(response: Response): LinkResult {
  const range = response.headers.get('content-range') ?? '';
  const empty = response.status === 416 && /^bytes \*\/0$/.test(range);
  const total = /^bytes \d+-\d+\/(\d+)$/.exec(range)?.[1];
  if (empty) return { ok: true, value: { sizeBytes: 0, validator: validatorOf(response) } };
  if (response.status === 206 && total !== undefined) {
    return { ok: true, value: { sizeBytes: Number(total), validator: validatorOf(response) } };
  }
  const problem = response.status === 200 ? linkProblems.noRanges : linkProblems.status(response.status);
  return { ok: false, problem };
}

function validatorOf(response: Response): string | null {
  return response.headers.get('etag') ?? response.headers.get('last-modified');
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch {
    return 0;
  }
}

async function sha1Of(path: string): Promise<string> {
  const hash = createHash('sha1');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk);
  return hash.digest('hex');
}
