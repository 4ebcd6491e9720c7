import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { OnFileReceived, SandboxContext } from './context.ts';
import { hasRoom, isOutOfSpace } from './disk-space.ts';
import { LinkClient, type LinkRefusal, type LinkResponse } from './link-request.ts';
import type { SourceFileRow } from './store/uploads.ts';
import { tryAgain } from './try-again.ts';
import { linkProblems } from './words.ts';

const probeMs = 10_000;
const stallMs = 30_000;
/** The download fails after this many attempts in a row without a byte. */
const maxEmptyAttempts = 8;
const maxParallel = 16;
/** A host that sends a byte now and then must not keep a download forever. */
const maxBaseMs = 60 * 60_000;
const minBytesPerMs = 100;

export type LinkResult = { readonly ok: true; readonly value: RemoteFile } | DownloadProblem;

interface DownloadProblem extends LinkRefusal {
  /** Another version of the file: start over. */
  readonly hasChanged?: true;
  /** Trying again can't help. */
  readonly isFinal?: true;
}

const noRoom: DownloadProblem = { ok: false, problem: linkProblems.noRoom, isFinal: true };

export interface RemoteFile {
  readonly sizeBytes: number;
  /** ETag or Last-Modified: shows that later ranges are of the same version. It is null if the host sends none. */
  readonly validator: string | null;
}

/** platform-interface 3.1 and 8: direct links are downloaded at once. Their host must support Range requests. */
export class DirectLinkDownloader {
  readonly #context: SandboxContext;
  readonly #onFileReceived: OnFileReceived;
  readonly #stopped = new AbortController();
  readonly #client: LinkClient;
  readonly #waiting: SourceFileRow[] = [];
  #running = 0;

  constructor(context: SandboxContext, onFileReceived: OnFileReceived) {
    this.#context = context;
    this.#onFileReceived = onFileReceived;
    this.#client = new LinkClient(() => new URL(context.origin()).port);
  }

  async probe(link: string): Promise<LinkResult> {
    try {
      const response = await this.#client.get(link, 'bytes=0-0', AbortSignal.timeout(probeMs));
      if (!response.ok) return response;
      response.body.destroy();
      const remote = parseRemoteFile(response, 0);
      return remote.ok ? ((await this.#sizeProblem(remote.value, 0)) ?? remote) : remote;
    } catch {
      return { ok: false, problem: linkProblems.unreachable };
    }
  }

  start(sourceFile: SourceFileRow): void {
    this.#waiting.push(sourceFile);
    this.#startWaiting();
  }

  #startWaiting(): void {
    while (this.#running < maxParallel && !this.#stopped.signal.aborted) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#running += 1;
      this.#download(next)
        .catch((error: unknown) => {
          if (!this.#stopped.signal.aborted) tryAgain(error, () => this.start(next));
        })
        .finally(() => {
          this.#running -= 1;
          this.#startWaiting();
        });
    }
  }

  /** Restarts the downloads that a kill interrupted. */
  resume(): void {
    for (const sourceFile of this.#context.uploads.inState('DOWNLOADING')) this.start(sourceFile);
  }

  stop(): void {
    this.#stopped.abort();
    void this.#client.close();
  }

  async #download(sourceFile: SourceFileRow): Promise<void> {
    const { uploads, files, settings } = this.#context;
    const target = files.partialFile(sourceFile.id);
    const link = uploads.directLink(sourceFile.id) ?? '';
    const fail = async (problem: string): Promise<void> => {
      await rm(target, { force: true });
      uploads.markDownloadFailed(sourceFile.id, problem);
    };
    const startedMs = performance.now();
    let emptyAttempts = 0;
    let expected: RemoteFile | undefined;
    // The link may name another version of the file since the restart, and the validator isn't stored.
    await rm(target, { force: true });
    for (;;) {
      const before = await sizeOf(target);
      const deadlineMs = startedMs + maxBaseMs + (expected?.sizeBytes ?? 0) / minBytesPerMs;
      const attempt = await this.#fetchFrom(link, target, before, expected, deadlineMs);
      if (this.#stopped.signal.aborted) return;
      if (attempt.ok) {
        expected = attempt.value;
        if ((await sizeOf(target)) === expected.sizeBytes) break;
      } else if (attempt.isFinal) {
        return fail(attempt.problem);
      } else if (attempt.hasChanged) {
        await rm(target, { force: true });
        expected = undefined;
      }
      if (performance.now() > deadlineMs) return fail(linkProblems.tooSlow);
      emptyAttempts = (await sizeOf(target)) > before ? 0 : emptyAttempts + 1;
      if (emptyAttempts >= maxEmptyAttempts) {
        return fail(attempt.ok ? linkProblems.noMoreData : attempt.problem);
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
    deadlineMs: number,
  ): Promise<LinkResult> {
    const abort = new AbortController();
    const abortAfter = (): NodeJS.Timeout =>
      setTimeout(() => abort.abort(), Math.max(0, Math.min(stallMs, deadlineMs - performance.now())));
    let timer = abortAfter();
    const output = await open(target, 'a');
    let remote: LinkResult = { ok: false, problem: linkProblems.unreachable };
    try {
      const signal = AbortSignal.any([abort.signal, this.#stopped.signal]);
      const response = await this.#client.get(link, `bytes=${fromByte}-`, signal);
      if (!response.ok) return { ...response, isFinal: true };
      remote = parseRemoteFile(response, fromByte);
      const problem = remote.ok ? await this.#acceptanceProblem(remote.value, expected, fromByte) : null;
      if (!remote.ok || problem !== null || response.status === 416) {
        response.body.destroy();
        return problem ?? remote;
      }
      let sizeBytes = fromByte;
      for await (const chunk of response.body) {
        clearTimeout(timer);
        timer = abortAfter();
        if (!Buffer.isBuffer(chunk)) continue;
        sizeBytes += chunk.length;
        if (sizeBytes > remote.value.sizeBytes) {
          return { ok: false, problem: linkProblems.tooMuchData, isFinal: true };
        }
        await output.appendFile(chunk);
      }
      return remote;
    } catch (error) {
      return isOutOfSpace(error) ? noRoom : remote;
    } finally {
      clearTimeout(timer);
      await output.close();
    }
  }

  async #acceptanceProblem(
    remote: RemoteFile,
    expected: RemoteFile | undefined,
    fromByte: number,
  ): Promise<DownloadProblem | null> {
    const hasChanged =
      expected !== undefined &&
      (expected.sizeBytes !== remote.sizeBytes || expected.validator !== remote.validator);
    if (hasChanged) return { ok: false, problem: linkProblems.changed, hasChanged };
    return this.#sizeProblem(remote, fromByte);
  }

  /** Before anything is written, so that a link can't fill the disk. */
  async #sizeProblem({ sizeBytes }: RemoteFile, presentBytes: number): Promise<DownloadProblem | null> {
    const { settings, files } = this.#context;
    if (sizeBytes > settings.maxSourceFileBytes) {
      return { ok: false, problem: linkProblems.tooLarge(settings.maxSourceFileBytes), isFinal: true };
    }
    return (await hasRoom(files.root, sizeBytes - presentBytes)) ? null : noRoom;
  }
}

/** What the response to a Range request says about the whole file. Other bytes than those asked for are refused. */
function parseRemoteFile({ status, header }: LinkResponse, fromByte: number): LinkResult {
  const range = header('content-range');
  const validator = header('etag') || header('last-modified') || null;
  if (status === 416 && /^bytes \*\/0$/.test(range)) return { ok: true, value: { sizeBytes: 0, validator } };
  const [, start, total] = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15})$/.exec(range) ?? [];
  if (status === 206 && total !== undefined && Number(start) === fromByte) {
    return { ok: true, value: { sizeBytes: Number(total), validator } };
  }
  const isWithoutRanges = status === 200 || status === 206;
  return { ok: false, problem: isWithoutRanges ? linkProblems.noRanges : linkProblems.status(status) };
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
