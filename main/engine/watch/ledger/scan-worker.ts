/** A thread that reads watched folders, compares them with the ledger, and hears of changes. */
import { dirname } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { errnoOf } from '../../../../preload/contract/failures/errno.ts';
import { maxBatchesInFlight } from '../../intake/scan-protocol.ts';
import { ownIdentities } from '../../store/files/data-folder.ts';
import { thisThread } from '../../threads/this-thread.ts';
import { Hints } from './hints.ts';
import { KnownFiles, type LedgerStatements, prepareLedger } from './known-files.ts';
import { isOnNetwork } from './network-file-system.ts';
import {
  type ScanCommand,
  type ScanEnd,
  type ScannedFolder,
  scanCells,
  type WatchScanTypes,
} from './scan-messages.ts';
import { ScanTree } from './scan-tree.ts';

/** What is kept of a watched folder between its scans. */
interface Watched {
  readonly hints: Hints;
  usesEvents: boolean;
}

const { data, post, listen } = thisThread<WatchScanTypes>();
const watchedFolders = new Map<number, Watched>();
let store: Database | null = null;
let ledger: LedgerStatements | null = null;

class Stopped extends Error {}

function watchedFolder(number: number, { polling }: ScannedFolder): Watched {
  const known = watchedFolders.get(number);
  if (known !== undefined) return known;
  const hints = new Hints((folders) => post({ number, message: { kind: 'hint', folders } }));
  const watched: Watched = { hints, usesEvents: polling === 'never' };
  watchedFolders.set(number, watched);
  return watched;
}

function knownFiles(ruleId: number | null): KnownFiles | null {
  if (ruleId === null) return null;
  store ??= new Sqlite(data.storePath, { readonly: true });
  ledger ??= prepareLedger(store);
  return new KnownFiles(ledger, ruleId);
}

/** Another volume may be mounted there than before. One that is away hears of nothing. */
function mayUseEvents({ polling, rootPath }: ScannedFolder, countCall: () => void): boolean {
  if (polling !== 'auto') return polling === 'never';
  countCall();
  try {
    return !isOnNetwork(rootPath);
  } catch (error) {
    errnoOf(error);
    return false;
  }
}

function scan(number: number, { folder, folders, root }: ScanCommand): void {
  const { ruleId, rootPath, filters, cells } = folder;
  const watched = watchedFolder(number, folder);
  const { hints } = watched;
  const begunMs = performance.now();
  const stopIfAsked = (): void => {
    if (Atomics.load(cells, scanCells.stop) === 1) throw new Stopped();
  };
  // In this order: a thread that is asked to stop before its first call makes none.
  const countCall = (): void => {
    Atomics.add(cells, scanCells.calls, 1);
    stopIfAsked();
  };
  const tree = new ScanTree({
    rootPath,
    filters,
    root,
    own: new Set(ownIdentities(dirname(data.storePath))),
    known: knownFiles(ruleId),
    onCall: countCall,
    post: (batch, known) => {
      for (;;) {
        stopIfAsked();
        const inFlight = Atomics.load(cells, scanCells.inFlight);
        if (inFlight < maxBatchesInFlight) break;
        Atomics.wait(cells, scanCells.inFlight, inFlight);
      }
      Atomics.add(cells, scanCells.inFlight, 1);
      post({ number, message: { kind: 'batch', batch, root: known } });
    },
    onFolder: (raw, path) => {
      if (watched.usesEvents) hints.watch(raw, path);
    },
    isFollowed: (raw) => hints.follows(raw),
  });
  let away: ScanEnd['away'] = null;
  let isStopped = false;
  try {
    if (folders === null) {
      hints.beginScan();
      watched.usesEvents = mayUseEvents(folder, countCall);
    }
    away = tree.run(folders);
    if (folders === null && away === null) hints.endScan();
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    isStopped = true;
  }
  const end = { ...tree.counts, away, isStopped, durationMs: performance.now() - begunMs };
  // What changed meanwhile is reported first. The system's reports have been waiting for this thread.
  setImmediate(() =>
    setImmediate(() => {
      hints.flush();
      const message = { kind: 'end', end, events: hints.state, root: tree.root } as const;
      post({ number, message });
    }),
  );
}

function release(number: number): void {
  watchedFolders.get(number)?.hints.close();
  watchedFolders.delete(number);
}

listen(
  ({ number, command }) => (command.kind === 'scan' ? scan(number, command) : release(number)),
  () => {
    for (const number of watchedFolders.keys()) release(number);
    store?.close();
  },
);
