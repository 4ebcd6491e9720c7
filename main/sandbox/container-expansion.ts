import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';
import type { SandboxContext } from './context.ts';
import { errorMessage } from './options.ts';
import type { NewDocument, SourceFileRow } from './store/uploads.ts';

/** How deep containers inside containers are opened; deeper ones stay documents of their own. */
const maxDepth = 4;
/** What unfolds to more than this, and to so many times its own size, is a bomb, not evidence. */
const bombLimits = { leastBytes: 10 * 2 ** 30, leastRatio: 200 };
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
export function custodianFor(path: string, choice: CustodianSources): string | null {
  for (let slash = path.lastIndexOf('/'); slash >= 0; slash = path.lastIndexOf('/', slash - 1)) {
    const folder = path.slice(0, slash + 1);
    if (Object.hasOwn(choice.childCustodians, folder)) return choice.childCustodians[folder] ?? null;
    if (slash === 0) break;
  }
  return choice.sourceFile ?? choice.dataset;
}

/** ZIPs by name alone: office documents are ZIPs inside, and stay what they are. */
export function isContainer(filename: string): boolean {
  return /\.zip$/i.test(filename);
}

/** Makes documents of what arrived, one source file after the other. */
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

  /** What a kill interrupted is made anew from the start. */
  resume(): void {
    for (const sourceFile of this.#context.uploads.inState('PROCESSING')) this.add(sourceFile);
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #process(sourceFile: SourceFileRow): Promise<void> {
    const { uploads, files, settings } = this.#context;
    uploads.dropDocuments(sourceFile.id);
    const choice: CustodianSources = {
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
    const itself = (problem: string | null): NewDocument => ({
      path: sourceFile.filename,
      sizeBytes: sourceFile.sizeBytes ?? 0,
      sha1: sourceFile.sha1,
      custodian: choice.sourceFile ?? choice.dataset,
      locked: 0,
      problem,
    });
    let problem: string | null = null;
    if (isContainer(sourceFile.filename) && !settings.discard) {
      try {
        for await (const child of readMembers(this.#context, files.completeFile(sourceFile.id), '', 0)) {
          if (this.#isStopped) return;
          batch.push({ ...child, custodian: custodianFor(child.path, choice) });
          if (batch.length >= batchSize) flush();
        }
      } catch (error) {
        // The children that could be read stay; the container stands beside them, so that nothing arrives unseen.
        problem = `The container could not be read: ${errorMessage(error)}`;
        batch.push(itself(problem));
      }
    } else {
      batch.push(itself(null));
    }
    flush();
    uploads.processed(sourceFile.id, problem);
  }
}

type Member = Omit<NewDocument, 'custodian'>;

async function* readMembers(
  context: SandboxContext,
  file: string,
  above: string,
  depth: number,
): AsyncGenerator<Member> {
  // Names are data here, never paths to write to, so that evidence with odd names is listed rather than refused.
  const zip = await openPromise(file, { decodeStrings: false, autoClose: false });
  let unfoldedBytes = 0;
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
      unfoldedBytes += entry.uncompressedSize;
      if (unfoldedBytes > bombLimits.leastBytes && unfoldedBytes > bombLimits.leastRatio * zip.fileSize) {
        throw new Error('it unfolds to many times its size');
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
  const file = context.files.temporary(`${process.pid}-${depth}`);
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
