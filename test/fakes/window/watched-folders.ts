/** Watched folders from memory, in every state that the window shows. */

import { failure, success } from '../../../preload/contract/failures/failure.ts';
import { itemId, uploadId, watchBatchId, watchRuleId } from '../../../preload/contract/views/ids.ts';
import type { RehearsalView } from '../../../preload/contract/watch/watch-rehearsal.ts';
import type {
  LedgerEntryView,
  LedgerState,
  WatchedFolderView,
} from '../../../preload/contract/watch/watched-folder.ts';
import { watchedFolder as exampleFolder } from '../../fixtures/watched-folder.ts';
import type { Handlers, MockApp } from './mock-app.ts';

const at = '2026-11-14T02:11:00.000Z';

type Given = NonNullable<Parameters<typeof exampleFolder>[0]>;

/** With some fields of its rule. */
function watchedFolder({
  rule,
  ...given
}: Omit<Given, 'rule'> & { readonly rule?: Partial<WatchedFolderView['rule']> }): WatchedFolderView {
  const folder = exampleFolder({ databaseName: 'Doe v. Roe', ...given });
  return { ...folder, rule: { ...folder.rule, database: 41, dataset: '{folder} {date}', ...rule } };
}

export function exampleWatchedFolders(): WatchedFolderView[] {
  const onServer = { connectionId: 'harrow' } as const;
  return [
    watchedFolder({
      ...onServer,
      id: 1,
      rule: {
        name: 'Doe v. Roe intake',
        path: '\\\\nas2\\evidence\\Doe v. Roe\\Intake',
        custodianBy: 'folder:1',
        custodian: 'Unassigned',
        exclude: ['Thumbs.db', '**/Working copies/**'],
        schedule: [{ days: [0, 1, 2, 3, 4, 5, 6], from: '22:00', to: '06:00' }],
      },
      counts: { settling: 12, settled: 1840, sending: 5321, sent: 1_204_388, renamed: 41, skipped: 7 },
      pendingBytes: 48_300_000_000,
      time: {
        at: new Date().toISOString(),
        measurements: 3,
        times: [
          { low: 5400, likely: 6000, high: 6800, bound: { kind: 'line' }, lineBytesPerSecond: 8_000_000 },
        ],
      },
      lastTakenAt: at,
      lastScan: {
        at,
        files: 1_211_609,
        durationMs: 9_400,
        temporary: 7,
        overdue: 3,
        unreadable: 2,
        examples: {
          temporary: ['Roe, Sam/Invoices.download/2024-11.pdf', 'Ng, Ana/.rsync-tmp/mail.pst'],
          unreadable: [
            { path: 'Doe, Jo/locked', errno: 'EACCES' },
            { path: 'Doe, Jo/private', errno: 'EACCES' },
          ],
        },
      },
      oldestUnsettled: { path: 'Roe, Sam/mail.pst', since: at, reason: { code: 'changing' } },
      uploadId: 1,
    }),
    watchedFolder({
      ...onServer,
      id: 2,
      rule: { name: 'Acme second request', path: '/Volumes/Acme/To upload', database: 42, datasetPer: 'day' },
      databaseName: 'Acme investigation',
      waitingFor: { kind: 'folder', reason: { kind: 'not-answering' }, since: at },
      counts: { settled: 3, sent: 214 },
      found: 8,
      foundIssues: ['damaged', 'locked'],
      pendingBytes: 91_000_000,
      time: null,
      lastTakenAt: at,
      usesEvents: false,
    }),
    watchedFolder({
      ...onServer,
      id: 3,
      rule: { name: 'Harbor scans', path: 'D:\\Scans\\Harbor', database: 43, dataset: 'Scans {date}' },
      databaseName: 'In re Harbor',
      waitingFor: { kind: 'key', since: at },
      counts: { settled: 88, sent: 5_012 },
      pendingBytes: 2_300_000_000,
      time: null,
      lastTakenAt: at,
    }),
    watchedFolder({
      ...onServer,
      id: 4,
      rule: { name: 'Night collection', path: '/evidence/night' },
      waitingFor: { kind: 'schedule', until: '2026-11-15T03:00:00.000Z' },
      counts: { settled: 412, sent: 90_112 },
      pendingBytes: 12_000_000_000,
      time: null,
      lastTakenAt: at,
      lastScan: { at, files: 90_524, durationMs: 800 },
    }),
    watchedFolder({
      ...onServer,
      id: 14,
      rule: { name: 'Mail exports', path: '/evidence/mail', afterwards: { moveTo: 'Sent' } },
      ignoredFolder: 'Sent',
      found: 12,
      foundIssues: ['empty'],
      counts: { sent: 40 },
      lastScan: { at, files: 12, durationMs: 80 },
    }),
    watchedFolder({
      ...onServer,
      id: 5,
      rule: { name: 'Vendor returns', path: '/evidence/vendor', sameContent: 'ask', marker: '_COMPLETE.txt' },
      counts: { sent: 310, failed: 4, held: 6 },
      retryAt: '2026-11-14T03:11:00.000Z',
      lastTakenAt: at,
    }),
    watchedFolder({
      ...onServer,
      id: 6,
      rule: { name: 'Old matter', path: '/evidence/old' },
      state: 'broken',
      failure: failure('forbidden', {
        operation: 'PostDatabaseDataset',
        status: 403,
        platformMessage: 'Not a member of this project.',
      }).failure,
      counts: { settled: 19, sent: 1_200 },
    }),
    watchedFolder({
      ...onServer,
      id: 7,
      rule: { name: 'Paused one', afterwards: { moveTo: 'Sent' } },
      state: 'paused',
      refusal: failure('watch-rule-invalid', {
        field: 'path',
        problem: 'watched-by-rule',
        value: 'Night collection',
      }).failure,
      counts: { sent: 12 },
    }),
    watchedFolder({ ...onServer, id: 8, rule: { name: 'Still a draft' }, state: 'draft' }),
    watchedFolder({
      ...onServer,
      id: 9,
      rule: { name: 'Full disk' },
      waitingFor: { kind: 'disk-full', since: at },
      counts: { settled: 3, failed: 2, held: 1 },
      heldFor: ['Only zeros'],
      reviewUpload: uploadId.parse(4),
    }),
    watchedFolder({
      ...onServer,
      id: 10,
      rule: { name: 'List is away', custodianMap: '/firm/custodians of every matter.csv' },
      waitingFor: { kind: 'custodian-map', path: '/firm/custodians of every matter.csv', since: at },
    }),
    watchedFolder({
      ...onServer,
      id: 11,
      rule: { name: 'No connection' },
      waitingFor: { kind: 'connection' },
    }),
    watchedFolder({
      ...onServer,
      id: 12,
      rule: { name: 'Renamed database' },
      state: 'broken',
      failure: failure('database-unconfirmed', {
        reason: 'renamed',
        databaseId: 41,
        databaseName: 'Doe v. Roe II',
        subject: null,
        usedBefore: ['Doe v. Roe'],
        typed: null,
      }).failure,
    }),
    watchedFolder({
      ...onServer,
      id: 13,
      rule: { name: 'Platform away' },
      waitingFor: {
        kind: 'platform',
        reason: { kind: 'network', fault: 'connect-timeout', code: 'UND_ERR_CONNECT_TIMEOUT' },
        since: at,
      },
      counts: { sending: 44 },
    }),
  ];
}

const locked = (id: number): Pick<LedgerEntryView, 'issue' | 'findings'> => ({
  issue: 'locked',
  findings: [
    {
      id,
      itemId: id,
      path: '',
      severity: 'warning',
      code: 'encrypted',
      details: { type: 'pdf', locked: 'file', encryptedEntries: null },
    },
  ],
});

const states: readonly LedgerState[] = ['sent', 'settling', 'sent', 'renamed', 'failed', 'held', 'skipped'];

function entryAt(index: number): LedgerEntryView {
  const state = states[index % states.length] ?? 'sent';
  const isUploaded = state === 'sent' || state === 'failed';
  return {
    id: index + 1,
    path: `Roe, Sam/Mail/2024/message ${String(index).padStart(7, '0')}.eml`,
    sizeBytes: 12_000 + index * 37,
    modifiedAt: '2024-03-02T10:00:00.000Z',
    state,
    reason:
      state === 'settling'
        ? { code: 'changing' }
        : state === 'held'
          ? { code: 'same-content', earlierPath: 'Doe, Jane/a.eml' }
          : state === 'skipped'
            ? { code: 'excluded', pattern: '*.bak' }
            : null,
    kind: state === 'held' ? 'copy' : index % 11 === 0 ? 'version' : 'new',
    version: index % 11 === 0 ? 2 : 1,
    earlierPath:
      state === 'renamed'
        ? `Roe, Sam/Drafts/message ${index}.eml`
        : state === 'held'
          ? 'Doe, Jane/a.eml'
          : null,
    earlier: state === 'held' ? { rule: null, uploadId: uploadId.parse(3), custodian: 'Doe, Jane' } : null,
    custodian: 'Roe, Sam',
    sha256: isUploaded ? '9f3ac21e0b5d77e1'.repeat(4) : null,
    firstSeenAt: at,
    settledAt: state === 'settling' ? null : at,
    takenAt: isUploaded ? at : null,
    goneAt: null,
    movedTo: null,
    retryAt: null,
    uploadId: isUploaded ? uploadId.parse(3) : null,
    itemId: isUploaded ? itemId.parse(index) : null,
    otherCustodian: state === 'renamed' ? { sent: 'Roe, Sam', now: 'Doe, Jane' } : null,
    ...(isUploaded && index % 5 === 0 ? locked(index) : { issue: null, findings: [] }),
  };
}

const rehearsal: RehearsalView = {
  files: 214,
  bytes: 3_812_004_112,
  datasets: [{ name: 'Intake 2026-11-14', files: 214, bytes: 3_812_004_112 }],
  moreDatasets: 0,
  custodians: [
    { custodian: 'Roe, Sam', files: 120, bytes: 2_900_000_000 },
    { custodian: 'Doe, Jane', files: 80, bytes: 900_000_000 },
    { custodian: null, files: 14, bytes: 12_004_112 },
  ],
  moreCustodians: 0,
  notYetSettled: 3,
  ignoredFolder: null,
  skipped: [
    { code: 'excluded', files: 9 },
    { code: 'not-a-file', files: 1 },
  ],
  alreadyTaken: 41,
  unreadable: 1,
  examples: Array.from({ length: 200 }, (_, index) => ({
    path: `Roe, Sam/Mail/2024/message ${index}.eml`,
    dataset: 'Intake 2026-11-14',
    custodian: index % 3 === 0 ? null : 'Roe, Sam',
  })),
};

type WatchHandlers = { readonly [Name in Extract<keyof Handlers, `watch.${string}`>]: Handlers[Name] };

export function watchHandlers(app: MockApp): WatchHandlers {
  const { state } = app;

  function put(folder: WatchedFolderView) {
    state.watchedFolders = [...state.watchedFolders.filter(({ id }) => id !== folder.id), folder];
    app.emit({ name: 'watch.changed', data: folder });
    return success(folder);
  }
  function change(ruleId: number, how: Partial<WatchedFolderView>) {
    const folder = state.watchedFolders.find(({ id }) => id === ruleId);
    return folder === undefined ? failure('watch-rule-not-found', { ruleId }) : put({ ...folder, ...how });
  }

  return {
    'watch.list': () => success([...state.watchedFolders]),
    'watch.save': ({ ruleId, connectionId, rule }) => {
      const id = ruleId ?? Math.max(0, ...state.watchedFolders.map((each) => each.id)) + 1;
      const before = state.watchedFolders.find((each) => each.id === id);
      const made = watchedFolder({ id, connectionId, state: 'draft' });
      return put({
        ...(before ?? made),
        rule: {
          ...(before ?? made).rule,
          database: rule.database,
          dataset: rule.dataset,
          name: rule.name ?? '',
        },
      });
    },
    'watch.databaseCheck': () =>
      success({
        reason: 'new-database',
        databaseId: 42,
        databaseName: 'Acme investigation',
        subject: null,
        usedBefore: ['Doe v. Roe'],
      }),
    'watch.activate': ({ ruleId }) => change(ruleId, { state: 'active', failure: null }),
    'watch.pause': ({ ruleId }) => change(ruleId, { state: 'paused' }),
    'watch.remove': ({ ruleId }) => {
      state.watchedFolders = state.watchedFolders.filter(({ id }) => id !== ruleId);
      app.emit({ name: 'watch.removed', data: { ruleId: watchRuleId.parse(ruleId) } });
      return success(undefined);
    },
    'watch.rehearse': () => success(rehearsal),
    'watch.cancelRehearsal': () => success(undefined),
    'watch.history': ({ offset, limit }) => {
      const total = 1_000_000;
      const amount = Math.max(0, Math.min(limit, total - offset));
      return success({ total, entries: Array.from({ length: amount }, (_, k) => entryAt(offset + k)) });
    },
    'watch.fileHistory': () =>
      success([
        { ...entryAt(0), id: 4, kind: 'version', version: 2, takenAt: '2026-11-16T08:00:00.000Z' },
        { ...entryAt(0), id: 3, kind: 'copy', path: 'Doe, Jane/a.eml', earlierPath: entryAt(0).path },
        { ...entryAt(3), id: 2, settledAt: '2026-11-15T08:00:00.000Z' },
        { ...entryAt(0), id: 1 },
      ]),
    'watch.batches': ({ offset }) =>
      success({
        total: 3,
        batches: [3, 4, 5].slice(offset).map((number) => ({
          id: watchBatchId.parse(number),
          closedAt: at,
          files: 12_700 * number,
          bytes: 3_000_000_000 * number,
          datasetName: `Intake 2026-11-1${number}`,
          uploadId: uploadId.parse(number),
        })),
      }),
    'watch.scanNow': () => success(undefined),
    'watch.decide': ({ ruleId, of }) => {
      const folder = state.watchedFolders.find(({ id }) => id === ruleId);
      if (folder !== undefined && !('entryIds' in of))
        put({ ...folder, counts: { ...folder.counts, held: 0 } });
      return success({ decided: 'entryIds' in of ? of.entryIds.length : 1_204 });
    },
    'watch.copies': () => success({ files: 1_204, bytes: 88_000_000, until: at }),
    'watch.unsettled': () =>
      success([
        { code: null, files: 3, bytes: 9_100_000, path: 'Roe, Sam/Mail/today.eml', since: at },
        { code: 'changing', files: 1, bytes: 48_000_000_000, path: 'Roe, Sam/mail.pst', since: at },
        { code: 'temporary-name', files: 7, bytes: 90_000, path: 'Doe, Jane/report.docx.part', since: at },
        { code: 'unreadable', files: 1, bytes: 0, path: 'Doe, Jane/locked.xlsx', since: at },
      ]),
    'watch.checkRule': () => success([]),
    'watch.writeLedger': () => success(undefined),
  };
}
