import { readFile } from 'node:fs/promises';
import {
  type ArchiveMember,
  type ArchiveOptions,
  archiveMembers,
  attachmentMembers,
  isArchive,
  shortened,
} from './archive-members.ts';
import { attachmentsOf, isMessage, maxMessageBytes } from './attachments.ts';
import type { SandboxContext } from './context.ts';
import { ExpansionBudget } from './expansion-budget.ts';
import { errorMessage } from './options.ts';
import type { Deduplication, NewDocument, SourceFileRow } from './store/uploads.ts';
import { tryAgain } from './try-again.ts';
import { containerProblems } from './words.ts';

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
  /** How many passwords the locked documents of a dataset were tried with. */
  readonly #tried = new Map<number, number>();

  constructor(context: SandboxContext) {
    this.#context = context;
  }

  add(sourceFile: SourceFileRow): void {
    this.#queue = this.#queue
      .then(() => (this.#isStopped ? undefined : this.#process(sourceFile)))
      .catch((error: unknown) => tryAgain(error, () => this.add(sourceFile)));
  }

  /** Restarts what a kill interrupted. */
  resume(): void {
    for (const sourceFile of this.#context.uploads.inState('PROCESSING')) this.add(sourceFile);
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #process(sourceFile: SourceFileRow): Promise<void> {
    const { uploads, files, settings, passwords } = this.#context;
    uploads.deleteDocuments(sourceFile.id);
    const { sources, scope } = this.#settingsOf(sourceFile);
    let batch: NewDocument[] = [];
    let own: NewDocument | undefined;
    const children = { childCount: 0, childBytes: 0 };
    const flush = (): void => {
      for (const added of uploads.addDocuments(sourceFile, batch, scope)) {
        if (added === own) continue;
        children.childCount += 1;
        children.childBytes += added.sizeBytes;
      }
      batch = [];
    };
    const addOwn = (problem: string | null): void => {
      own = {
        path: sourceFile.filename,
        sizeBytes: sourceFile.sizeBytes ?? 0,
        sha1: sourceFile.sha1,
        custodian: sources.sourceFile ?? sources.dataset,
        locked: 0,
        problem,
      };
      batch.push(own);
    };
    const addChildren = async (members: AsyncIterable<ArchiveMember>): Promise<void> => {
      for await (const member of members) {
        if (this.#isStopped) return;
        batch.push(documentOf(member, sources));
        if (batch.length >= batchSize) flush();
      }
    };
    const { id, filename, sizeBytes, datasetId } = sourceFile;
    const isExpanded = isArchive(filename) && !settings.discard;
    const mayHaveAttachments =
      isMessage(filename) && !settings.discard && (sizeBytes ?? 0) <= maxMessageBytes;
    if (!isExpanded) addOwn(null);
    const known = passwords.of(datasetId);
    const options = {
      ...{ budget: new ExpansionBudget(sizeBytes ?? 0), temporary: files.temporary },
      ...{ passwords: [...known], locked: null },
    };
    let problem: string | null = null;
    try {
      if (isExpanded || mayHaveAttachments)
        await addChildren(membersIn(files.completeFile(id), filename, options));
    } catch (error) {
      // Members that could be read are kept. The container is listed too, so that the rest isn't missed.
      problem = containerProblems.unreadable(errorMessage(error));
      if (isExpanded) addOwn(problem);
    }
    if (this.#isStopped) return;
    flush();
    uploads.markProcessed(id, problem, children);
    if (known.length === this.#tried.get(datasetId)) return;
    this.#tried.set(datasetId, known.length);
    for (const file of uploads.withLocked(datasetId, id)) await this.#unlock(file, known);
  }

  /** With passwords that came after it, with other source files of its dataset: platform-interface 4.3, passwords. */
  async #unlock(sourceFile: SourceFileRow, passwords: readonly string[]): Promise<void> {
    const { uploads, files } = this.#context;
    const { id, filename, sizeBytes } = sourceFile;
    const { sources, scope } = this.#settingsOf(sourceFile);
    const options = {
      ...{ budget: new ExpansionBudget(sizeBytes ?? 0), temporary: files.temporary },
      ...{ passwords: [...passwords], locked: uploads.lockedPaths(id) },
    };
    let opened: { readonly path: string } | undefined;
    let members: NewDocument[] = [];
    const replace = (): void => {
      if (opened !== undefined) uploads.replaceLocked(sourceFile, opened.path, members, scope);
    };
    try {
      for await (const member of membersIn(files.completeFile(id), filename, options)) {
        if (this.#isStopped) return;
        if (member.unlocked !== opened) {
          replace();
          opened = member.unlocked;
          members = [];
        }
        members.push(documentOf(member, sources));
      }
      replace();
    } catch {
      // It was read before, so what it lacks is known.
    }
  }

  #settingsOf(sourceFile: SourceFileRow): {
    readonly sources: CustodianSources;
    readonly scope: Deduplication;
  } {
    const settings = parseStringRecord(this.#context.uploads.dataset(sourceFile.datasetId)?.settings ?? '{}');
    return {
      sources: {
        childCustodians: parseStringRecord(sourceFile.childCustodians),
        sourceFile: sourceFile.custodian,
        dataset: settings['custodian'] ?? null,
      },
      scope: deduplicationOf(settings['deduplication']),
    };
  }
}

async function* membersIn(
  file: string,
  filename: string,
  options: ArchiveOptions,
): AsyncGenerator<ArchiveMember> {
  if (isArchive(filename)) yield* archiveMembers({ file, filename }, options);
  else yield* attachmentMembers(await attachmentsOf(await readFile(file)), options);
}

/** platform-interface 4.3 shows NONE only. The other two names are the sandbox's own, and what isn't CUSTODIAN is the third option. */
function deduplicationOf(option: string | undefined): Deduplication {
  if (option === undefined || option === 'NONE') return 'none';
  return option === 'CUSTODIAN' ? 'custodian' : 'database';
}

function documentOf(member: ArchiveMember, sources: CustodianSources): NewDocument {
  return { ...member, path: shortened(member.path), custodian: custodianFor(member.path, sources) };
}

function parseStringRecord(json: string): Readonly<Record<string, string>> {
  const value: unknown = JSON.parse(json);
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
