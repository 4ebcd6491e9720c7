import { readFile } from 'node:fs/promises';
import { type ArchiveMember, archiveMembers, attachmentMembers, isArchive } from './archive-members.ts';
import { attachmentsOf, isMessage, maxMessageBytes } from './attachments.ts';
import type { SandboxContext } from './context.ts';
import { ExpansionBudget } from './expansion-budget.ts';
import { errorMessage } from './options.ts';
import type { NewDocument, SourceFileRow } from './store/uploads.ts';
import { containerProblems } from './words.ts';

/** Names in an archive may have 64 kB, and there may be a million of them. */
const maxPathLength = 4096;
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
    let childCount = 0;
    let childBytes = 0;
    const addChildren = async (members: AsyncIterable<ArchiveMember>): Promise<void> => {
      for await (const member of members) {
        if (this.#isStopped) return;
        const custodian = custodianFor(member.path, sources);
        batch.push({ ...member, path: shortened(member.path), custodian });
        childCount += 1;
        childBytes += member.sizeBytes;
        if (batch.length >= batchSize) flush();
      }
    };
    const { id, filename, sizeBytes } = sourceFile;
    const isExpanded = isArchive(filename) && !settings.discard;
    const mayHaveAttachments =
      isMessage(filename) && !settings.discard && (sizeBytes ?? 0) <= maxMessageBytes;
    if (!isExpanded) batch.push(containerDocument(null));
    const options = { budget: new ExpansionBudget(sizeBytes ?? 0), temporary: files.temporary };
    let problem: string | null = null;
    try {
      if (isExpanded) await addChildren(archiveMembers(files.completeFile(id), options));
      if (mayHaveAttachments)
        await addChildren(
          attachmentMembers(await attachmentsOf(await readFile(files.completeFile(id))), options),
        );
    } catch (error) {
      // Members that could be read are kept. The container is listed too, so that the rest isn't missed.
      problem = containerProblems.unreadable(errorMessage(error));
      if (isExpanded) batch.push(containerDocument(problem));
    }
    if (this.#isStopped) return;
    flush();
    uploads.markProcessed(id, problem, { childCount, childBytes });
  }
}

function shortened(path: string): string {
  return path.length > maxPathLength ? `${path.slice(0, maxPathLength)}…` : path;
}

function parseStringRecord(json: string): Readonly<Record<string, string>> {
  const value: unknown = JSON.parse(json);
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
