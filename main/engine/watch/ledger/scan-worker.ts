/** The thread that reads a watched folder, compares it with the ledger, and hears of changes. */
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { errnoOf } from '../../../../preload/contract/failures/errno.ts';
import { ownIdentities } from '../../store/data-folder.ts';
import { thisThread } from '../../threads/this-thread.ts';
import { Hints } from './hints.ts';
import { KnownFiles } from './known-files.ts';
import { isOnNetwork } from './network-file-system.ts';
import {
  maxBatchesInFlight,
  type ScanCommand,
  type ScanEnd,
  type ScanThreadTypes,
  scanCells,
} from './scan-messages.ts';
import { type RootIdentity, ScanTree } from './scan-tree.ts';

const { data, post, listen } = thisThread<ScanThreadTypes>();
const { storePath, ruleId, rootPath, filters, polling, cells } = data;
const db = ruleId === null ? null : new Sqlite(storePath, { readonly: true });
const known = db === null || ruleId === null ? null : new KnownFiles(db, ruleId);
const hints = new Hints((folders) => post({ kind: 'hint', folders }));

let root: RootIdentity | null = null;
let usesEvents = polling === 'never';

class Stopped extends Error {}

function stopIfAsked(): void {
  if (Atomics.load(cells, scanCells.stop) === 1) throw new Stopped();
}

/** Before each call to the file system. In this order: a thread that is asked to stop before its first call makes none. */
function countCall(): void {
  Atomics.add(cells, scanCells.calls, 1);
  stopIfAsked();
}

/** Another volume may be mounted there than before. One that is away hears of nothing. */
function mayUseEvents(): boolean {
  if (polling !== 'auto') return polling === 'never';
  countCall();
  try {
    return !isOnNetwork(rootPath);
  } catch (error) {
    errnoOf(error);
    return false;
  }
}

function scan({ folders }: ScanCommand): void {
  const begunMs = performance.now();
  const tree = new ScanTree({
    rootPath,
    filters,
    own: new Set(ownIdentities(dirname(storePath))),
    known,
    root,
    onCall: countCall,
    post: (batch) => {
      for (;;) {
        stopIfAsked();
        const inFlight = Atomics.load(cells, scanCells.inFlight);
        if (inFlight < maxBatchesInFlight) break;
        Atomics.wait(cells, scanCells.inFlight, inFlight);
      }
      Atomics.add(cells, scanCells.inFlight, 1);
      post({ kind: 'batch', batch });
    },
    onFolder: (raw, path) => {
      if (usesEvents) hints.watch(raw, path);
    },
    isFollowed: (raw) => hints.follows(raw),
  });
  let away: ScanEnd['away'] = null;
  let isStopped = false;
  try {
    if (folders === null) {
      hints.beginScan();
      usesEvents = mayUseEvents();
    }
    away = tree.run(folders);
    if (folders === null && away === null) hints.endScan();
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    isStopped = true;
  }
  root = tree.root;
  const end = { ...tree.counts, away, isStopped, durationMs: performance.now() - begunMs };
  // What changed meanwhile is reported first. The system's reports have been waiting for this thread.
  setImmediate(() =>
    setImmediate(() => {
      hints.flush();
      post({ kind: 'end', end, events: hints.state });
    }),
  );
}

listen(scan, () => {
  hints.close();
  db?.close();
});
