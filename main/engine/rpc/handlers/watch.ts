import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import type { Parsed } from '../../../../preload/contract/index.ts';
import type { WatchedFolderView, WatchRule } from '../../../../preload/contract/watch/watched-folder.ts';
import { ruleProblems } from '../../watch/rule-problems.ts';
import { writeLedgerCsv } from '../export-ledger.ts';
import type { HandlerContext, HandlersOf } from '../handler-context.ts';

/** A transaction of so many rows takes some milliseconds. */
const copiesPerTurn = 500;

/** Watched folders. */
export function watchHandlers({
  engine,
  core,
  connections,
  queries,
  watch,
  watchPublisher,
}: HandlerContext): HandlersOf<'watch'> {
  const { watchBatches } = core.repositories;
  const rehearsals = new Map<number, AbortController>();

  function viewAfter(done: Result<unknown>, ruleId: number): Result<WatchedFolderView> {
    if (!done.ok) return done;
    const view = watchPublisher.view(ruleId);
    return view === null ? failure('watch-rule-not-found', { ruleId }) : success(view);
  }

  return {
    'watch.list': () => success(watchPublisher.views()),
    'watch.save': async ({ ruleId, connectionId, rule, chosen }) => {
      const connection = connections.find(connectionId);
      if (!connection.ok) return connection;
      const before = ruleId === null ? success(null) : watch.rule(ruleId);
      if (!before.ok) return before;
      if (!isChosen(rule, chosen, before.value?.rule ?? null)) return failure('source-not-granted');
      const { account } = connection.value;
      const saved = await watch.save({ ruleId, account, connectionId, rule });
      return saved.ok ? viewAfter(saved, saved.value) : saved;
    },
    'watch.checkRule': ({ rule }) =>
      success(ruleProblems(rule).map(({ path: [field], failure: problem }) => ({ field, failure: problem }))),
    'watch.databaseCheck': ({ ruleId }) => watch.databaseCheck(ruleId),
    'watch.activate': async ({ ruleId, confirmDatabase }) =>
      viewAfter(await watch.activate(ruleId, confirmDatabase), ruleId),
    'watch.pause': async ({ ruleId }) => viewAfter(await watch.pause(ruleId, 'if-replaced'), ruleId),
    'watch.remove': ({ ruleId }) => watch.remove(ruleId),
    'watch.rehearse': async ({ ruleId }) => {
      const stored = watch.rule(ruleId);
      if (!stored.ok) return stored;
      const { rule } = stored.value;
      if (rehearsals.has(ruleId)) return failure('watch-rehearsing', { name: rule.name });
      const stop = new AbortController();
      rehearsals.set(ruleId, stop);
      try {
        return await watch.rehearse(rule, ruleId, stop.signal);
      } finally {
        rehearsals.delete(ruleId);
      }
    },
    'watch.cancelRehearsal': ({ ruleId }) => {
      rehearsals.get(ruleId)?.abort();
      return success(undefined);
    },
    'watch.history': async (query) => success(await queries.query('watchHistory', query)),
    'watch.fileHistory': async ({ ruleId, entryId }) =>
      success(await queries.query('watchFileHistory', ruleId, entryId)),
    'watch.batches': async (page) => {
      const stored = watch.rule(page.ruleId);
      if (!stored.ok) return stored;
      const batches = await queries.query('watchBatches', page);
      return success({ total: watchBatches.count(stored.value.id), batches });
    },
    'watch.scanNow': ({ ruleId }) => watch.scanNow(ruleId),
    'watch.unsettled': async ({ ruleId }) => success(await queries.query('watchUnsettled', ruleId)),
    'watch.copies': async (filter) => success(await queries.query('watchCopies', filter)),
    'watch.decide': async ({ ruleId, of, decision }) => {
      if ('entryIds' in of) return watch.decide(ruleId, of.entryIds, decision);
      let decided = 0;
      for (let after = 0; ; ) {
        const ids = await queries.query('watchCopyIds', { ...of, ruleId, after, limit: copiesPerTurn });
        const last = ids.at(-1);
        if (last === undefined) return success({ decided });
        const done = watch.decide(ruleId, ids, decision);
        if (!done.ok) return done;
        decided += done.value.decided;
        after = last;
      }
    },
    'watch.start': () => {
      watch.start();
      return success(undefined);
    },
    'watch.wake': () => {
      watch.wake();
      return success(undefined);
    },
    'watch.writeLedger': ({ path, ...filter }) =>
      engine.saveFile(path, (file) => writeLedgerCsv(core.stateDir, filter, file)),
  };
}

/** The window names no path of its own: a person chose each now, or it is stored. */
function isChosen(
  rule: WatchRule,
  chosen: Parsed<'watch.save'>['chosen'],
  stored: WatchRule | null,
): boolean {
  return (['path', 'custodianMap', 'passwordFile'] as const).every(
    (field) => rule[field] === null || rule[field] === chosen[field] || rule[field] === stored?.[field],
  );
}
