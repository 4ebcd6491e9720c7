import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';
import type { SandboxContext } from './context.ts';
import { errorMessage } from './options.ts';
import type { NewDocument, SourceFileRow } from './store/uploads.ts';
import { containerProblems } from './words.ts';

/** Containers nested deeper than this stay documents. */
const maxDepth = 4;
/** A container that expands beyond both limits is a ZIP bomb, not evidence. */
const bombLimits = { minBytes: 10 * 2 ** 30, minRatio: 200 };
const batchSize = 500;

export interface CustodianSources {
  readonly childCustodians: Readonly<Record<string, string>>;
  readonly sourceFile: string | null;
  readonly dataset: string | null;
}

/**
 * platform-interface 4.3: the childCustodians entry whose folder is the longest one above the child, else the source
 * file's custodian, else the dataset's default.
 */
export function custodianFor(path: string, sources: CustodianSources): string | null {
  for (let slash = path.lastIndexOf('/'); slash >= 0; slash = path.lastIndexOf('/', slash - 1)) {
    const folder = path.slice(0, slash + 1);
    if (Object.hasOwn(sources.childCustodians, folder)) return sources.childCustodians[folder] ?? null;
    if (slash === 0) break;
  }
  return sources.sourceFile ?? sources.dataset;
}

/** By name only: office documents are ZIPs too, but they stay documents. */
function isContainer(filename: string): boolean {
  return /\.zip$/i.test(filename);
}

/** Turns received source files into documents, one source file after the other. */
export class ContainerExpander {
  readonly #context: SandboxContext;
  #queue: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(context: SandboxContext) {
    this.#context = context;
  }

  add(sourceFile: SourceFileRow): void {
    this.#queue = this.#queue.then(() => (this.#isStopped ? undefined : this.#process(sourceFile)));
  }

  /** Restarts what a kill interrupted. */
  resume(): void {
    for (const sourceFile of this.#context.uploads.inState('PROCESSING')) this.add(sourceFile);
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #process(sourceFile: SourceFileRow): Promise<void> {
    const { uploads, files, settings } = this.#context;
    uploads.deleteDocuments(sourceFile.id);
    const sources: CustodianSources = {
      childCustodians: parseStringRecord(sourceFile.childCustodians),
      sourceFile: sourceFile.custodian,
      dataset:
        parseStringRecord(uploads.dataset(sourceFile.datasetId)?.settings ?? '{}')['custodian'] ?? null,
    };
    let batch: NewDocument[] = [];
    const flush = (): void => {
      uploads.addDocuments(sourceFile, batch);
      batch = [];
    };
    const containerDocument = (problem: string | null): NewDocument => ({
      path: sourceFile.filename,
      sizeBytes: sourceFile.sizeBytes ?? 0,
      sha1: sourceFile.sha1,
      custodian: sources.sourceFile ?? sources.dataset,
      locked: 0,
      problem,
    });
    let problem: string | null = null;
    if (isContainer(sourceFile.filename) && !settings.discard) {
      try {
        for await (const member of readMembers(this.#context, files.completeFile(sourceFile.id), '', 0)) {
          if (this.#isStopped) return;
          batch.push({ ...member, custodian: custodianFor(member.path, sources) });
          if (batch.length >= batchSize) flush();
        }
      } catch (error) {
        // Members that could be read are kept. The container is listed too, so that the rest isn't missed.
        problem = containerProblems.unreadable(errorMessage(error));
        batch.push(containerDocument(problem));
      }
    } else {
      batch.push(containerDocument(null));
    }
    flush();
    uploads.markProcessed(sourceFile.id, problem);
  }
}

type Member = Omit<NewDocument, 'custodian'>;

async function* readMembers(
  context: SandboxContext,
  file: string,
  above: string,
  depth: number,
): AsyncGenerator<Member> {
  // Names are recorded, never used as paths, so odd names are listed instead of refused.
  const zip = await openPromise(file, { decodeStrings: false, autoClose: false });
  let expandedBytes = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const name = getFileNameLowLevel(
        entry.generalPurposeBitFlag,
        entry.fileNameRaw,
        entry.extraFields,
        false,
      );
      if (name.endsWith('/')) continue;
      const path = above + name;
      expandedBytes += entry.uncompressedSize;
      if (expandedBytes > bombLimits.minBytes && expandedBytes > bombLimits.minRatio * zip.fileSize) {
        throw new Error(containerProblems.expandsTooMuch);
      }
      if (entry.isEncrypted()) {
        yield { path, sizeBytes: entry.uncompressedSize, sha1: null, locked: 1, problem: null };
      } else if (isContainer(name) && depth < maxDepth) {
        yield* readNestedContainer(context, zip, entry, path, depth);
      } else {
        yield await hashMember(zip, entry, path);
      }
    }
  } finally {
    zip.close();
  }
}

async function* readNestedContainer(
  context: SandboxContext,
  zip: ZipFile,
  entry: Entry,
  path: string,
  depth: number,
): AsyncGenerator<Member> {
  const file = context.files.temporary();
  try {
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(file));
    yield* readMembers(context, file, `${path}/`, depth + 1);
  } catch (error) {
    yield { path, sizeBytes: entry.uncompressedSize, sha1: null, locked: 0, problem: errorMessage(error) };
  } finally {
    await rm(file, { force: true });
  }
}

async function hashMember(zip: ZipFile, entry: Entry, path: string): Promise<Member> {
  const base = { path, sizeBytes: entry.uncompressedSize, locked: 0 };
  try {
    const hash = createHash('sha1');
    const stream: Readable = await zip.openReadStreamPromise(entry);
    await pipeline(
      stream,
      new Writable({
        write(chunk: Buffer, _encoding, done) {
          hash.update(chunk);
          done();
        },
      }),
    );
    return { ...base, sha1: hash.digest('hex'), problem: null };
  } catch (error) {
    return { ...base, sha1: null, problem: errorMessage(error) };
  }
}

function parseStringRecord(json: string): Readonly<Record<string, string>> {
  const value: unknown = JSON.parse(json);
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
