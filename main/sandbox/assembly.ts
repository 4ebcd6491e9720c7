import { createHash } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import type { OnFileReceived, SandboxContext } from './context.ts';
import { removeParts } from './file-storage.ts';
import { type ApiResult, succeeded } from './operations/operation.ts';
import { errorResponse } from './response.ts';
import type { PartRow, SourceFileRow } from './store/uploads.ts';
import { apiErrors } from './words.ts';

export interface Completion {
  readonly etags: readonly string[];
  /** Lower-case hex; null if the client sent none. */
  readonly sha1: string | null;
}

const blockBytes = 1 << 20;

function failed(status: number, title: string): ApiResult<never> {
  return { ok: false, response: errorResponse(status, title) };
}

/**
 * Joins parts into files. An accepted completion is recorded first, so that a killed process assembles the file again
 * when it restarts. Parts are deleted only after the file is in place and its row says so.
 */
export class Assembler {
  readonly #context: SandboxContext;
  readonly #onFileReceived: OnFileReceived;
  readonly #running = new Map<number, Promise<ApiResult<SourceFileRow>>>();
  /** Their completion is answered at once with the state of the assembly. */
  readonly #slow = new Set<number>();

  constructor(context: SandboxContext, onFileReceived: OnFileReceived) {
    this.#context = context;
    this.#onFileReceived = onFileReceived;
  }

  async complete(
    sourceFile: SourceFileRow,
    completion: Completion,
    slowMs = 0,
  ): Promise<ApiResult<SourceFileRow>> {
    if (this.#slow.has(sourceFile.id)) return succeeded(sourceFile);
    // A client that repeats the request meanwhile, because the response was lost or late, gets the same response.
    const running = this.#running.get(sourceFile.id);
    if (running !== undefined) return running;
    if (sourceFile.linkLabel !== null) {
      return failed(409, apiErrors.downloadedFromLink);
    }
    // An assembly that doesn't run any longer failed, and the store refused to say so, on a full disk for example.
    if (sourceFile.state !== 'UPLOADING' && sourceFile.state !== 'ASSEMBLING') {
      return failed(409, apiErrors.alreadyComplete);
    }
    const parts = this.#context.uploads.parts(sourceFile.id, 0, this.#context.settings.maxParts + 1);
    const problem = completionProblem(parts, completion, this.#context.settings);
    if (problem !== undefined) return failed(400, problem);
    if (sourceFile.refusedCompletion === fingerprint(completion)) return failed(400, apiErrors.wrongSha1);
    this.#context.uploads.beginAssembly(sourceFile.id, completion.sha1);
    if (slowMs === 0) return this.#run(sourceFile.id, completion.sha1);
    this.#slow.add(sourceFile.id);
    setTimeout(() => {
      this.#run(sourceFile.id, completion.sha1).finally(() => this.#slow.delete(sourceFile.id));
    }, slowMs);
    return succeeded({ ...sourceFile, state: 'ASSEMBLING' });
  }

  /** Continues what a kill interrupted. */
  resume(): void {
    for (const { id, claimedSha1 } of this.#context.uploads.inState('ASSEMBLING')) {
      this.#run(id, claimedSha1);
    }
  }

  #run(id: number, claimedSha1: string | null): Promise<ApiResult<SourceFileRow>> {
    const outcome = this.#assemble(id, claimedSha1).finally(() => this.#running.delete(id));
    this.#running.set(id, outcome);
    return outcome;
  }

  async #assemble(id: number, claimedSha1: string | null): Promise<ApiResult<SourceFileRow>> {
    const { uploads, files, settings } = this.#context;
    const parts = uploads.parts(id, 0, settings.maxParts + 1);
    const sizeBytes = parts.reduce((sum, part) => sum + part.sizeBytes, 0);
    let sha1: string | null = null;
    // Without stored bytes there is nothing to check, so the client's SHA-1 is accepted.
    if (!settings.discard) {
      try {
        sha1 = await this.#join(id, parts);
        if (claimedSha1 === null || claimedSha1 === sha1)
          await rename(files.partialFile(id), files.completeFile(id));
      } catch {
        // All parts are still stored, so the completion can be requested again once there is room.
        uploads.reopen(id, null);
        return failed(507, apiErrors.fileNotWritten);
      }
      if (claimedSha1 !== null && claimedSha1 !== sha1) {
        await rm(files.partialFile(id), { force: true });
        const etags = parts.map((part) => part.etag);
        uploads.reopen(id, fingerprint({ etags, sha1: claimedSha1 }));
        return failed(400, apiErrors.wrongSha1);
      }
    }
    uploads.markReceived(id, sizeBytes, sha1);
    // Not awaited: there may be ten thousand files. What a kill leaves is removed at the next start.
    removeParts(files, id).catch(() => undefined);
    const row = uploads.sourceFile(id);
    if (row === undefined) return failed(500, apiErrors.notReadBack('source file'));
    this.#onFileReceived(row);
    return succeeded(row);
  }

  /** Writes the parts in order to the partial file. Returns the SHA-1 of the whole file. */
  async #join(id: number, parts: readonly PartRow[]): Promise<string> {
    const { files } = this.#context;
    const target = files.partialFile(id);
    await rm(target, { force: true });
    // Of a try that the store refused. A rename to a link of the same part would leave the partial file.
    await rm(files.completeFile(id), { force: true });
    const [only] = parts;
    const isLinked =
      parts.length === 1 && only !== undefined && (await tryHardLink(files.part(id, only.file), target));
    const hash = createHash('sha1');
    const output = isLinked ? undefined : await open(target, 'wx');
    try {
      const block = Buffer.allocUnsafe(blockBytes);
      for (const part of parts) {
        const input = await open(files.part(id, part.file), 'r');
        try {
          for (let left = part.sizeBytes; left > 0; ) {
            const { bytesRead } = await input.read(block, 0, Math.min(left, blockBytes), null);
            if (bytesRead === 0) throw new Error(`part ${part.partNumber} is shorter than its row says`);
            left -= bytesRead;
            const bytes = block.subarray(0, bytesRead);
            hash.update(bytes);
            if (output !== undefined) await output.appendFile(bytes);
          }
        } finally {
          await input.close();
        }
      }
    } finally {
      await output?.close();
    }
    return hash.digest('hex');
  }
}

/** A file with one part needs no copy if the file system supports hard links. */
async function tryHardLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch {
    return false;
  }
}

function fingerprint({ etags, sha1 }: Completion): string {
  return createHash('sha256')
    .update(JSON.stringify([etags, sha1]))
    .digest('hex');
}

/** platform-interface 3.1 and 8: all parts, in part order, within the limits. Returns what is wrong, if anything. */
function completionProblem(
  parts: readonly Pick<PartRow, 'partNumber' | 'etag' | 'sizeBytes'>[],
  { etags }: Pick<Completion, 'etags'>,
  limits: { readonly maxParts: number; readonly minPartBytes: number; readonly maxSourceFileBytes: number },
): string | undefined {
  if (etags.length > limits.maxParts) {
    return apiErrors.tooManyEtags(limits.maxParts, etags.length);
  }
  if (etags.length !== parts.length) {
    return apiErrors.etagCount(parts.length, etags.length);
  }
  let sizeBytes = 0;
  for (const [index, part] of parts.entries()) {
    if (part.partNumber !== index + 1) return apiErrors.partMissing(index + 1);
    if (part.etag !== etags[index]) {
      return apiErrors.wrongEtag(part.partNumber);
    }
    if (index < parts.length - 1 && part.sizeBytes < limits.minPartBytes) {
      return apiErrors.partTooSmall(part.partNumber, part.sizeBytes, limits.minPartBytes);
    }
    sizeBytes += part.sizeBytes;
  }
  return sizeBytes > limits.maxSourceFileBytes
    ? apiErrors.fileTooLarge(limits.maxSourceFileBytes, sizeBytes)
    : undefined;
}
