import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';
import type { World } from './context.ts';
import { messageOf } from './options.ts';
import type { NewDocument, SourceFileRow } from './store/uploads.ts';

/** How deep containers inside containers are opened; deeper ones stay documents of their own. */
const deepest = 4;
/** What unfolds to more than this, and to so many times its own size, is a bomb, not evidence. */
const bomb = { leastBytes: 10 * 2 ** 30, leastRatio: 200 };
const batchSize = 500;

export interface CustodianChoice {
  readonly childCustodians: Readonly<Record<string, string>>;
  readonly sourceFile: string | null;
  readonly dataset: string | null;
}

/**
 * platform-interface 4.3: the childCustodians entry whose folder is the longest one above the child, else the source
 * file's custodian, else the dataset's default.
 */
export function custodianFor(path: string, choice: CustodianChoice): string | null {
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
export class Expansion {
  readonly #world: World;
  #queue: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(world: World) {
    this.#world = world;
  }

  add(sourceFile: SourceFileRow): void {
    this.#queue = this.#queue.then(() => (this.#isStopped ? undefined : this.#process(sourceFile)));
  }

  /** What a kill interrupted is made anew from the start. */
  resume(): void {
    for (const sourceFile of this.#world.uploads.inState('PROCESSING')) this.add(sourceFile);
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #process(sourceFile: SourceFileRow): Promise<void> {
    const { uploads, files, settings } = this.#world;
    uploads.dropDocuments(sourceFile.id);
    const choice: CustodianChoice = {
      childCustodians: stringsOf(sourceFile.childCustodians),
      sourceFile: sourceFile.custodian,
      dataset: stringsOf(uploads.dataset(sourceFile.datasetId)?.settings ?? '{}')['custodian'] ?? null,
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
        for await (const child of childrenOf(this.#world, files.whole(sourceFile.id), '', 0)) {
          if (this.#isStopped) return;
          batch.push({ ...child, custodian: custodianFor(child.path, choice) });
          if (batch.length >= batchSize) flush();
        }
      } catch (error) {
        // The children that could be read stay; the container stands beside them, so that nothing arrives unseen.
        problem = `The container could not be read: ${messageOf(error)}`;
        batch.push(itself(problem));
      }
    } else {
      batch.push(itself(null));
    }
    flush();
    uploads.processed(sourceFile.id, problem);
  }
}

type Child = Omit<NewDocument, 'custodian'>;

async function* childrenOf(world: World, file: string, above: string, depth: number): AsyncGenerator<Child> {
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
      if (unfoldedBytes > bomb.leastBytes && unfoldedBytes > bomb.leastRatio * zip.fileSize) {
        throw new Error('it unfolds to many times its size');
      }
      if (entry.isEncrypted()) {
        yield { path, sizeBytes: entry.uncompressedSize, sha1: null, locked: 1, problem: null };
      } else if (isContainer(name) && depth < deepest) {
        yield* nested(world, zip, entry, path, depth);
      } else {
        yield await hashed(zip, entry, path);
      }
    }
  } finally {
    zip.close();
  }
}

async function* nested(
  world: World,
  zip: ZipFile,
  entry: Entry,
  path: string,
  depth: number,
): AsyncGenerator<Child> {
  const file = world.files.temporary(`${process.pid}-${depth}`);
  try {
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(file));
    yield* childrenOf(world, file, `${path}/`, depth + 1);
  } catch (error) {
    yield { path, sizeBytes: entry.uncompressedSize, sha1: null, locked: 0, problem: messageOf(error) };
  } finally {
    await rm(file, { force: true });
  }
}

async function hashed(zip: ZipFile, entry: Entry, path: string): Promise<Child> {
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
    return { ...base, sha1: null, problem: messageOf(error) };
  }
}

function stringsOf(json: string): Readonly<Record<string, string>> {
  const value: unknown = JSON.parse(json);
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
