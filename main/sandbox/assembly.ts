import { createHash } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import type { OnFileReceived, SandboxContext } from './context.ts';
import { type ApiResult, succeeded } from './operations/operation.ts';
import { errorResponse } from './response.ts';
import type { PartRow, SourceFileRow } from './store/uploads.ts';

export interface Completion {
  readonly etags: readonly string[];
  /** Lower-case hex, when the client gave one. */
  readonly sha1: string | null;
}

const blockBytes = 1 << 20;

function failed(status: number, title: string): ApiResult<never> {
  return { ok: false, refusal: errorResponse(status, title) };
}

/**
 * Puts the parts together. That a completion was accepted is written down first, so that a kill at any moment is
 * followed by assembling anew; parts are deleted only when the whole file is in its place and its row says so.
 */
export class Assembler {
  readonly #context: SandboxContext;
  readonly #onArrived: OnFileReceived;
  readonly #running = new Map<number, Promise<ApiResult<SourceFileRow>>>();

  constructor(context: SandboxContext, onArrived: OnFileReceived) {
    this.#context = context;
    this.#onArrived = onArrived;
  }

  async complete(sourceFile: SourceFileRow, completion: Completion): Promise<ApiResult<SourceFileRow>> {
    // Whoever asks again while it runs (its first answer was lost, or took too long) gets the same answer.
    const running = this.#running.get(sourceFile.id);
    if (running !== undefined) return running;
    if (sourceFile.directLink !== null) {
      return failed(409, 'This source file is fetched from its link; there is no upload to complete.');
    }
    if (sourceFile.state !== 'UPLOADING') {
      return failed(409, 'The upload of this source file is already complete.');
    }
    const parts = this.#context.uploads.parts(sourceFile.id, 0, this.#context.settings.maxParts + 1);
    const problem = completionProblem(parts, completion, this.#context.settings);
    if (problem !== undefined) return failed(400, problem);
    if (sourceFile.refusedCompletion === fingerprint(completion)) return failed(400, wrongSha1);
    this.#context.uploads.beginAssembly(sourceFile.id, completion.sha1);
    return this.#run(sourceFile.id, completion.sha1);
  }

  /** Takes up what a kill interrupted. */
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
    // Where bytes are discarded there is nothing to check, and the claim is taken as it came.
    if (!settings.discard) {
      try {
        sha1 = await this.#join(id, parts);
        if (claimedSha1 === null || claimedSha1 === sha1)
          await rename(files.partialFile(id), files.completeFile(id));
      } catch {
        // The parts are all there still: once there is room, the completion can be asked again.
        uploads.reopen(id, null);
        return failed(507, 'The sandbox could not write the assembled file to its disk.');
      }
      if (claimedSha1 !== null && claimedSha1 !== sha1) {
        await rm(files.partialFile(id), { force: true });
        const etags = parts.map((part) => part.etag);
        uploads.reopen(id, fingerprint({ etags, sha1: claimedSha1 }));
        return failed(400, wrongSha1);
      }
    }
    uploads.arrived(id, sizeBytes, sha1);
    // Nobody waits for ten thousand files to be deleted; what a kill leaves is swept at the next start.
    rm(files.partsFolder(id), { recursive: true, force: true }).catch(() => undefined);
    const row = uploads.sourceFile(id);
    if (row === undefined) return failed(500, 'The source file could not be read back.');
    this.#onArrived(row);
    return succeeded(row);
  }

  /** Writes the parts in order to the unfinished file and gives the SHA-1 of the whole. */
  async #join(id: number, parts: readonly PartRow[]): Promise<string> {
    const { files } = this.#context;
    const target = files.partialFile(id);
    await rm(target, { force: true });
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

/** A file in one part needs no copy, where the file system knows hard links. */
async function tryHardLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch {
    return false;
  }
}

const wrongSha1 =
  'The SHA-1 given for the whole file is not that of the parts received. Upload the parts that differ again.';

function fingerprint({ etags, sha1 }: Completion): string {
  return createHash('sha256')
    .update(JSON.stringify([etags, sha1]))
    .digest('hex');
}

/** platform-interface 3.1 and 8: all parts, in part order, within the limits. Gives the reason for refusing. */
export function completionProblem(
  parts: readonly Pick<PartRow, 'partNumber' | 'etag' | 'sizeBytes'>[],
  { etags }: Pick<Completion, 'etags'>,
  limits: { readonly maxParts: number; readonly minPartBytes: number; readonly maxSourceFileBytes: number },
): string | undefined {
  if (etags.length > limits.maxParts) {
    return `An upload has at most ${limits.maxParts} parts; ${etags.length} ETags were given.`;
  }
  if (etags.length !== parts.length) {
    return `${parts.length} parts were uploaded, but ${etags.length} ETags were given.`;
  }
  let sizeBytes = 0;
  for (const [index, part] of parts.entries()) {
    if (part.partNumber !== index + 1) return `Part ${index + 1} is missing.`;
    if (part.etag !== etags[index]) {
      return `The ETag given for part ${part.partNumber} is not the one of the part that was uploaded.`;
    }
    if (index < parts.length - 1 && part.sizeBytes < limits.minPartBytes) {
      return `Part ${part.partNumber} has ${part.sizeBytes} bytes; every part but the last needs at least ${limits.minPartBytes}.`;
    }
    sizeBytes += part.sizeBytes;
  }
  return sizeBytes > limits.maxSourceFileBytes
    ? `A source file has at most ${limits.maxSourceFileBytes} bytes; this one has ${sizeBytes}.`
    : undefined;
}
