import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { failure, type Result, success } from '../../preload/contract/failure.ts';
import type { OnFileReceived, SandboxContext } from './context.ts';
import type { SourceFileRow } from './store/uploads.ts';

const probeMs = 10_000;
const stallMs = 30_000;
/** Tries in a row that bring no byte before the download is given up. */
const maxEmptyAttempts = 8;

export interface RemoteFile {
  readonly sizeBytes: number;
  /** Ties later ranges to the same version of the file, where the host gives one. */
  readonly validator: string | null;
}

/** platform-interface 3.1 and 8: a direct link is downloaded at once; its host must support Range requests. */
export class DirectLinkDownloader {
  readonly #context: SandboxContext;
  readonly #onArrived: OnFileReceived;
  readonly #stopped = new AbortController();

  constructor(context: SandboxContext, onArrived: OnFileReceived) {
    this.#context = context;
    this.#onArrived = onArrived;
  }

  async probe(link: string): Promise<Result<RemoteFile>> {
    try {
      const response = await fetch(link, {
        headers: { range: 'bytes=0-0', 'accept-encoding': 'identity' },
        signal: AbortSignal.timeout(probeMs),
      });
      await response.body?.cancel();
      return parseRemoteFile(response);
    } catch {
      return failure('bad-input', 'The direct link could not be reached.');
    }
  }

  start(sourceFile: SourceFileRow): void {
    this.#download(sourceFile).catch((error: unknown) => {
      if (!this.#stopped.signal.aborted) throw error;
    });
  }

  /** Takes up the downloads that a kill interrupted, from the bytes that are there. */
  resume(): void {
    for (const sourceFile of this.#context.uploads.inState('DOWNLOADING')) this.start(sourceFile);
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #download(sourceFile: SourceFileRow): Promise<void> {
    const { uploads, files, settings } = this.#context;
    const target = files.partialFile(sourceFile.id);
    const link = sourceFile.directLink ?? '';
    let fruitless = 0;
    let expected: RemoteFile | undefined;
    // Nothing ties bytes from before a restart to the file that the link names now, unless its validator is known.
    await rm(target, { force: true });
    for (;;) {
      const before = await sizeOf(target);
      const tried = await this.#fetchFrom(link, target, before, expected);
      if (this.#stopped.signal.aborted) return;
      if (tried.ok) {
        expected = tried.value;
        if ((await sizeOf(target)) === expected.sizeBytes) break;
      } else if (tried.failure.code === 'file-changed') {
        await rm(target, { force: true });
        expected = undefined;
      }
      fruitless = (await sizeOf(target)) > before ? 0 : fruitless + 1;
      if (fruitless >= maxEmptyAttempts) {
        const why = tried.ok ? 'The host sent nothing more.' : tried.failure.message;
        uploads.failDownload(sourceFile.id, why);
        return;
      }
      await wait(Math.min(5000, 50 * 2 ** fruitless), undefined, { signal: this.#stopped.signal });
    }
    const sha1 = settings.discard ? null : await sha1Of(target);
    await rename(target, files.completeFile(sourceFile.id));
    uploads.arrived(sourceFile.id, expected.sizeBytes, sha1);
    const row = uploads.sourceFile(sourceFile.id);
    if (row !== undefined) this.#onArrived(row);
  }

  /** Appends what one request brings. A value means: the host answered properly, though perhaps not to the end. */
  async #fetchFrom(
    link: string,
    target: string,
    fromByte: number,
    expected: RemoteFile | undefined,
  ): Promise<Result<RemoteFile>> {
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), stallMs);
    const output = await open(target, 'a');
    let remote: Result<RemoteFile> = failure('unreachable', 'The direct link could not be reached.');
    try {
      const response = await fetch(link, {
        headers: { range: `bytes=${fromByte}-`, 'accept-encoding': 'identity' },
        signal: AbortSignal.any([silence.signal, this.#stopped.signal]),
      });
      remote = parseRemoteFile(response);
      if (!remote.ok || response.status === 416) {
        await response.body?.cancel();
        return remote;
      }
      const { sizeBytes, validator } = remote.value;
      if (expected !== undefined && (expected.sizeBytes !== sizeBytes || expected.validator !== validator)) {
        await response.body?.cancel();
        return failure('file-changed', 'The file behind the direct link changed while it was downloaded.');
      }
      for await (const chunk of response.body ?? []) {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), stallMs);
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

/** What a host says about the whole file in answer to a Range request. */
function parseRemoteFile(response: Response): Result<RemoteFile> {
  const range = response.headers.get('content-range') ?? '';
  const empty = response.status === 416 && /^bytes \*\/0$/.test(range);
  const total = /^bytes \d+-\d+\/(\d+)$/.exec(range)?.[1];
  if (empty) return success({ sizeBytes: 0, validator: validatorOf(response) });
  if (response.status === 206 && total !== undefined) {
    return success({ sizeBytes: Number(total), validator: validatorOf(response) });
  }
  return response.status === 200
    ? failure('bad-input', 'The host of the direct link does not support Range requests.')
    : failure('bad-input', `The host of the direct link answered with status ${response.status}.`);
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
