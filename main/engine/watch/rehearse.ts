import { resolve } from 'node:path';
import { type Failed, failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { inNaturalOrder } from '../../../preload/contract/texts/natural-key.ts';
import { watchedFolderName } from '../../../preload/contract/watch/folder-name.ts';
import { type RehearsalView, rehearsalExamples } from '../../../preload/contract/watch/watch-rehearsal.ts';
import type { NamedWatchRule } from '../../../preload/contract/watch/watched-folder.ts';
import type { LedgerFile } from '../store/watch/ledger-file.ts';
import type { SendTarget } from '../store/watch/watch-match-repository.ts';
import { decodeRaw, joinPath, rawOf } from '../types/source-path.ts';
import type { EngineContext } from '../uploads/context/engine-context.ts';
import { isDeclined } from './ledger/decide-settled.ts';
import { scanFilters } from './ledger/filter-reason.ts';
import { defaultStallMs } from './ledger/folder-watcher.ts';
import { keptFacts, observe } from './ledger/observe.ts';
import type { FoundFile, ScanEnd } from './ledger/scan-messages.ts';
import { ScanThreads } from './ledger/scan-threads.ts';
import { type DatasetFacts, datasetName, namesCustodian } from './runner/dataset-name.ts';
import { custodianNaming, readCustodians } from './runner/read-custodians.ts';

const maxListed = 1_000;

type Context = Pick<EngineContext, 'store' | 'repositories' | 'sources' | 'stallMs'>;
type SkipCode = RehearsalView['skipped'][number]['code'];
/** What would become of a file. */
type Fate = 'sent' | 'later' | 'taken' | SkipCode;

export interface Rehearsed {
  readonly rule: NamedWatchRule;
  /** Whose ledger says what was taken before. Null for a rule that isn't stored. */
  readonly ruleId: number | null;
}

/**
 * Reads the folder as a scan does and says what the rule would do with what is in it now. Writes nothing, and reads no
 * content: what has the content of a sent file, or is one under another path, is counted as to be sent.
 *
 * Fails with source-missing, path-unreadable, source-unavailable, stopped, or as reading the custodians' CSV does.
 */
export async function rehearseRule(
  context: Context,
  { rule, ruleId }: Rehearsed,
  signal: AbortSignal,
): Promise<Result<RehearsalView>> {
  const custodians = await readCustodians(rule, context.sources, signal);
  if (!custodians.ok) return custodians;
  const rootPath = resolve(rule.path);
  const fateOf = ledgerFates(context, { rule, ruleId }, rootPath);
  const filters = scanFilters(rule);
  const view = new Rehearsal(
    rule,
    custodianNaming(rule, custodians.value, () => []),
  );
  // Once it didn't answer, the scan is stopped, whether or not it answers meanwhile.
  const unanswered = new AbortController();
  const scanner = new ScanThreads(context.store.path).scanner({
    // Everything is found as new: the ledger is asked here, for files of other rules too.
    ruleId: null,
    rootPath,
    root: null,
    filters,
    polling: 'always',
    stallMs: context.stallMs ?? defaultStallMs,
    onBatch: ({ found }) => {
      for (const file of found) view.add(file, fateOf(file));
    },
    onHint: () => undefined,
    onHintsLost: () => undefined,
    onStalled: (isStalled) => isStalled && unanswered.abort(),
  });
  const stop = AbortSignal.any([signal, unanswered.signal]);
  stop.addEventListener('abort', () => void scanner.close());
  try {
    if (signal.aborted) return failure('stopped');
    const end = await scanner.scanAll();
    if (end.isStopped) return stopped(unanswered.signal, rootPath);
    return end.away === null ? success(view.result(end)) : awayFailure(rootPath, end.away);
  } catch (error) {
    if (stop.aborted) return stopped(unanswered.signal, rootPath);
    throw error;
  } finally {
    await scanner.close();
  }
}

function stopped(unanswered: AbortSignal, root: string): Failed {
  return unanswered.aborted
    ? failure('source-unavailable', { root, reason: { kind: 'not-answering' } })
    : failure('stopped');
}

function awayFailure(path: string, reason: NonNullable<ScanEnd['away']>): Failed {
  if (reason.kind === 'missing') return failure('source-missing', { path });
  return reason.kind === 'unreadable'
    ? failure('path-unreadable', { path, errno: reason.errno })
    : failure('source-unavailable', { root: path, reason });
}

/** What the ledger says of a file at its path. */
function ledgerFates(
  { repositories }: Context,
  { rule, ruleId }: Rehearsed,
  rootPath: string,
): (file: FoundFile) => Fate {
  const { watchMatches, watchRules } = repositories;
  const own = ruleId === null ? null : watchRules.get(ruleId);
  const isTarget = ({ serverUrl, databaseId }: SendTarget): boolean =>
    databaseId === rule.database && (own === null || serverUrl === own.serverUrl);
  const rootRaw = rawOf(rootPath, null);
  return (found) => {
    const { reason } = found;
    switch (reason?.code) {
      case 'excluded':
      case 'not-included':
        return reason.code;
      case 'marker-missing':
      case undefined:
        break;
      default:
        return 'later';
    }
    const untaken = reason === null ? 'sent' : reason.code;
    const place = Buffer.from(joinPath(rootRaw, found.folder), 'latin1');
    const rows = watchMatches.atPlace(place, decodeRaw(found.name));
    const isKnown = ({ file }: (typeof rows)[number]): boolean => {
      const observation = observe({ ...file, ...keptFacts(file) }, found);
      return observation === 'unchanged' || observation === 'returned';
    };
    const mine = rows.find(({ file }) => file.ruleId === ruleId);
    if (mine !== undefined && isKnown(mine)) {
      const { state, reason: skipped } = mine.file;
      if (state === 'skipped') return skipped?.code === 'same-content' ? skipped.code : 'taken';
      return state === 'settling' || state === 'settled' ? untaken : 'taken';
    }
    // What a rule that was removed or paused has sent from here.
    const [newest] = rows.filter(({ target }) => isTarget(target));
    const isSent = newest !== undefined && isKnown(newest) && isKnownAsSent(newest.file);
    return isSent ? 'taken' : untaken;
  };
}

const isKnownAsSent = (file: LedgerFile): boolean =>
  file.state === 'taken' || file.state === 'sent' || (file.continuesId !== null && !isDeclined(file));

class Rehearsal {
  readonly #rule: NamedWatchRule;
  readonly #custodianOf: ReturnType<typeof custodianNaming>;
  readonly #at = new Date();
  readonly #datasets = new Map<string, { files: number; bytes: number }>();
  readonly #custodians = new Map<string | null, { files: number; bytes: number }>();
  readonly #skipped = new Map<SkipCode, number>();
  #examples: RehearsalView['examples'] = [];
  #files = 0;
  #bytes = 0;
  #later = 0;
  #taken = 0;

  constructor(rule: NamedWatchRule, custodianOf: ReturnType<typeof custodianNaming>) {
    this.#rule = rule;
    this.#custodianOf = custodianOf;
  }

  add(file: FoundFile, fate: Fate): void {
    switch (fate) {
      case 'sent':
        this.#send(file);
        break;
      case 'later':
        // Temporary names are counted by the scan.
        if (file.reason?.code !== 'temporary-name') this.#later += 1;
        break;
      case 'taken':
        this.#taken += 1;
        break;
      default:
        this.#skipped.set(fate, (this.#skipped.get(fate) ?? 0) + 1);
    }
  }

  result({ temporary, notFiles, hasIgnoredFolder, unreadable }: ScanEnd): RehearsalView {
    if (notFiles > 0) this.#skipped.set('not-a-file', notFiles);
    const datasets = largestFirst(this.#datasets).map(([name, tally]) => ({ name, ...tally }));
    // Files without a custodian come first: they must not be beyond the end of a long list.
    const custodians = largestFirst(this.#custodians)
      .map(([custodian, tally]) => ({ custodian, ...tally }))
      .sort((one, other) => Number(other.custodian === null) - Number(one.custodian === null));
    return {
      files: this.#files,
      bytes: this.#bytes,
      datasets: datasets.slice(0, maxListed),
      moreDatasets: Math.max(0, datasets.length - maxListed),
      custodians: custodians.slice(0, maxListed),
      moreCustodians: Math.max(0, custodians.length - maxListed),
      notYetSettled: this.#later + temporary,
      skipped: [...this.#skipped].map(([code, files]) => ({ code, files })),
      alreadyTaken: this.#taken,
      ignoredFolder: hasIgnoredFolder ? scanFilters(this.#rule).ignoredFolder : null,
      unreadable,
      examples: firstByPath(this.#examples),
    };
  }

  #send({ folder: rawFolder, name: rawName, sizeBytes }: FoundFile): void {
    const { path, dataset: template, datasetPer } = this.#rule;
    const folder = decodeRaw(rawFolder).text;
    const name = decodeRaw(rawName).text;
    const custodian = this.#custodianOf({ id: null, folder, name });
    const facts: DatasetFacts = {
      watchedFolder: watchedFolderName(path),
      topFolder: datasetPer === 'folder' ? (folder.split('/', 1)[0] ?? '') : null,
      at: this.#at,
      custodian: namesCustodian(template) ? custodian : null,
    };
    const dataset = datasetName(template, facts);
    this.#files += 1;
    this.#bytes += sizeBytes;
    count(this.#datasets, dataset, sizeBytes);
    count(this.#custodians, custodian, sizeBytes);
    this.#examples.push({ path: joinPath(folder, name), dataset, custodian });
    if (this.#examples.length === 3 * rehearsalExamples) this.#examples = firstByPath(this.#examples);
  }
}

/** A folder is read in no order. */
function firstByPath(examples: RehearsalView['examples']): RehearsalView['examples'] {
  return inNaturalOrder(examples, ({ path }) => path).slice(0, rehearsalExamples);
}

function count<Key>(tallies: Map<Key, { files: number; bytes: number }>, key: Key, bytes: number): void {
  const tally = tallies.get(key) ?? { files: 0, bytes: 0 };
  tallies.set(key, tally);
  tally.files += 1;
  tally.bytes += bytes;
}

function largestFirst<Key, Tally extends { readonly files: number }>(
  tallies: ReadonlyMap<Key, Tally>,
): readonly (readonly [Key, Tally])[] {
  return [...tallies].sort(([, one], [, other]) => other.files - one.files);
}
