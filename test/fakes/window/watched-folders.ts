import { failure, success } from '../../../preload/contract/failure.ts';
import { calls } from '../../../preload/contract/index.ts';
import type { WatchedFolderView, WatchState } from '../../../preload/contract/watched-folder.ts';
import { watchedFolder } from '../../fixtures/watched-folder.ts';
import type { Handlers, MockApp } from './mock-app.ts';

type WatchCall = Extract<keyof Handlers, `watch.${string}`>;

/** Watched folders that change only as a person changes them. */
export function fakeWatchedFolders(app: MockApp): Pick<Handlers, WatchCall> {
  const { state } = app;

  function put(folder: WatchedFolderView) {
    const others = state.watchedFolders.filter(({ id }) => id !== folder.id);
    state.watchedFolders = [...others, folder].toSorted((a, b) => a.id - b.id);
    app.emit({ name: 'watch.changed', data: folder });
    return success(folder);
  }

  function setState(ruleId: number, to: WatchState) {
    const found = state.watchedFolders.find(({ id }) => id === ruleId);
    return found === undefined
      ? failure('watch-rule-not-found', { ruleId })
      : put({ ...found, state: to, failure: null, waitingFor: null });
  }

  return {
    'watch.list': () => success(state.watchedFolders),
    'watch.save': ({ ruleId, connectionId, rule }) => {
      const found = state.watchedFolders.find(({ id }) => id === ruleId);
      const before = found ?? watchedFolder({ id: state.watchedFolders.length + 1, state: 'draft' });
      const name = rule.name ?? before.rule.name;
      const serverUrl = state.connections.find(({ id }) => id === connectionId)?.serverUrl;
      return put({
        ...before,
        connectionId,
        serverUrl: serverUrl ?? before.serverUrl,
        rule: { ...before.rule, ...calls['watch.save'].argument.shape.rule.parse(rule), name },
      });
    },
    'watch.databaseCheck': ({ ruleId }) => {
      const databaseId = state.watchedFolders.find(({ id }) => id === ruleId)?.rule.database ?? 41;
      return success({
        reason: databaseId === 41 ? null : 'new-database',
        databaseId,
        databaseName: databaseId === 41 ? 'Doe v. Roe' : 'Acme investigation',
        subject: null,
        usedBefore: ['Doe v. Roe'],
      });
    },
    'watch.activate': ({ ruleId }) => setState(ruleId, 'active'),
    'watch.pause': ({ ruleId }) => setState(ruleId, 'paused'),
    'watch.remove': ({ ruleId }) => {
      state.watchedFolders = state.watchedFolders.filter(({ id }) => id !== ruleId);
      app.emit({ name: 'watch.removed', data: { ruleId } });
      return success(undefined);
    },
    'watch.rehearse': () =>
      success({
        files: 214,
        bytes: 8_412_000_000,
        datasets: [{ name: 'Inbox 2026-11-14', files: 214, bytes: 8_412_000_000 }],
        moreDatasets: 0,
        custodians: [
          { custodian: 'Smith, Jane', files: 180, bytes: 8_000_000_000 },
          { custodian: null, files: 34, bytes: 412_000_000 },
        ],
        moreCustodians: 0,
        notYetSettled: 3,
        skipped: [{ code: 'excluded', files: 12 }],
        alreadyTaken: 0,
        unreadable: 0,
        examples: Array.from({ length: 200 }, (_, index) => ({
          path: `Smith, Jane/mail/Message ${index + 1}.msg`,
          dataset: 'Inbox 2026-11-14',
          custodian: 'Smith, Jane',
        })),
      }),
    'watch.cancelRehearsal': () => success(undefined),
    'watch.history': ({ offset, limit }) => {
      const total = 5_000;
      const rows = Math.max(0, Math.min(limit, total - offset));
      return success({
        total,
        entries: Array.from({ length: rows }, (_, row) => {
          const id = total - offset - row;
          return {
            id,
            path: `Smith, Jane/mail/Message ${id}.msg`,
            sizeBytes: id * 1_731,
            modifiedAt: '2026-11-14T14:02:11.000Z',
            state: 'sent' as const,
            reason: null,
            kind: 'new' as const,
            version: 1,
            earlierPath: null,
            custodian: 'Smith, Jane',
            sha1: id.toString(16).padStart(40, '7'),
            firstSeenAt: '2026-11-14T14:02:20.000Z',
            settledAt: '2026-11-14T14:02:51.000Z',
            takenAt: '2026-11-14T14:04:51.000Z',
            movedTo: null,
            uploadId: 3,
            itemId: id,
          };
        }),
      });
    },
    'watch.batches': () =>
      success({
        total: 1,
        batches: [
          {
            id: 1,
            closedAt: '2026-11-14T14:04:51.000Z',
            files: 5_000,
            bytes: 8_412_000_000,
            datasetName: 'Inbox 2026-11-14',
            uploadId: 3,
          },
        ],
      }),
    'watch.scanNow': () => success(undefined),
    'watch.decide': ({ entryIds }) => success({ decided: entryIds.length }),
    'watch.saveLedger': () => success({ path: 'C:\\Users\\dana\\Documents\\File history.csv' }),
  };
}
