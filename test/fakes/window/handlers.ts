import { failure, success } from '../../../preload/contract/failure.ts';
import { everything } from '../../../preload/contract/selection.ts';
import { similarNames } from '../../../preload/contract/similar-names.ts';
import type { ConnectionView, UploadView } from '../../../preload/contract/views.ts';
import { totals } from '../../fixtures/views.ts';
import { custodiansOf, foldersOf, preflightOf, settingsForm } from './drafts.ts';
import { findingHandlers } from './findings.ts';
import { itemAt, page } from './items.ts';
import { fakeLockedFiles } from './locked-files.ts';
import type { Handlers, MockApp } from './mock-app.ts';
import { createDraft } from './scan.ts';
import { upload } from './uploads.ts';
import { watchHandlers } from './watched-folders.ts';

const ok = success(undefined);
const eventTypes = [
  'item-completed',
  'part-acknowledged',
  'item-skipped',
  'item-failed',
  'settings-decided',
] as const;

const logHead = '9f3ac21e'.repeat(8);
const signingKey = { fingerprint: '5b0d77e1'.repeat(8), storage: 'keychain' as const, replaces: null };

export function handlersOf(app: MockApp): Omit<Handlers, 'snapshot'> {
  const { state } = app;

  const find = (uploadId: number): UploadView =>
    state.uploads.find((each) => each.id === uploadId) ??
    upload({
      id: uploadId,
      name: '',
      state: 'cancelled',
      createdAt: '2026-11-01T00:00:00.000Z',
      totals: totals({}),
    });

  function change(uploadId: number, how: Partial<UploadView>): UploadView {
    const after = { ...find(uploadId), ...how };
    state.uploads = state.uploads.map((each) => (each.id === uploadId ? after : each));
    if (after.state !== 'uploading')
      state.progress = state.progress.filter((each) => each.uploadId !== uploadId);
    app.emit({ name: 'upload.changed', data: after });
    return after;
  }

  function changeConnection(id: string, how: Partial<ConnectionView>) {
    state.connections = state.connections.map((each) => (each.id === id ? { ...each, ...how } : each));
    app.emit({ name: 'connections.changed', data: state.connections });
    const after = state.connections.find((each) => each.id === id);
    return after === undefined ? failure('connection-not-found') : success(after);
  }

  function setApp(how: Partial<typeof state.app>) {
    state.app = { ...state.app, ...how };
    app.emit({ name: 'app.changed', data: state.app });
    return success(state.app);
  }

  function startSandbox() {
    const sandbox = { kind: 'running', url: 'http://127.0.0.1:4400', connectionId: 'sandbox' } as const;
    state.sandbox = sandbox;
    app.emit({ name: 'sandbox.changed', data: sandbox });
    if (!state.connections.some((each) => each.isSandbox)) {
      state.connections = [
        ...state.connections,
        {
          id: 'sandbox',
          name: 'Sandbox',
          serverUrl: 'http://127.0.0.1:4400/v1',
          keyId: 'sandbox',
          profileName: null,
          isSandbox: true,
          directoryId: null,
          state: { kind: 'ready', userName: 'Sandbox User' },
        },
      ];
      app.emit({ name: 'connections.changed', data: state.connections });
    }
    return success(sandbox);
  }

  const firmRoot = {
    subject: 'CN=Firm Root CA, O=Firm LLP',
    issuer: 'CN=Firm Root CA, O=Firm LLP',
    validTo: '2034-05-01T00:00:00.000Z',
    fingerprint: Array.from({ length: 32 }, (_, byte) => (byte * 7 + 16).toString(16).toUpperCase()).join(
      ':',
    ),
  };
  return {
    'preferences.set': (preferences) => setApp({ preferences }),
    'app.chooseCaFile': () => setApp({ certificates: [firmRoot], unreviewedCaFile: null }),
    'app.forgetCaFile': () => setApp({ certificates: [], unreviewedCaFile: null }),
    'app.open': () => ok,
    'app.reportFault': () => ok,
    'loginItem.get': () => success({ kind: 'off' }),
    'loginItem.set': ({ enabled }) => success({ kind: enabled ? 'on' : 'off' }),
    'menu.offer': () => ok,
    'updates.check': () => ok,
    'updates.download': () => ok,
    'updates.install': () => ok,
    ...fakeLockedFiles(),
    'sandbox.start': startSandbox,
    'sandbox.stop': () => {
      state.sandbox = { kind: 'stopped' };
      app.emit({ name: 'sandbox.changed', data: state.sandbox });
      return success(state.sandbox);
    },
    'sandbox.open': () => ok,
    'sandbox.data': () => success({ bytes: 3_400_000_000 }),
    'sandbox.deleteData': () => ok,

    'connections.add': ({ name, serverUrl, apiKey }) => {
      if (serverUrl.startsWith('http://')) {
        return failure('server-url-insecure', { url: serverUrl });
      }
      if (apiKey.length < 8) return failure('key-malformed');
      const id = `connection-${state.connections.length + 1}`;
      const added: ConnectionView = {
        id,
        name: name.trim(),
        serverUrl,
        keyId: apiKey.slice(0, 4),
        profileName: null,
        isSandbox: false,
        directoryId: null,
        state: { kind: 'ready', userName: 'Dana Whitfield' },
      };
      state.connections = [...state.connections, added];
      app.emit({ name: 'connections.changed', data: state.connections });
      return success(added);
    },
    'connections.setKey': ({ connectionId, apiKey }) =>
      changeConnection(connectionId, {
        keyId: apiKey.slice(0, 4),
        state: { kind: 'ready', userName: 'Dana Whitfield' },
      }),
    'connections.check': ({ connectionId }) => changeConnection(connectionId, {}),
    'connections.remove': ({ connectionId }) => {
      state.connections = state.connections.filter((each) => each.id !== connectionId);
      app.emit({ name: 'connections.changed', data: state.connections });
      return ok;
    },
    'connections.importProfile': ({ connectionId }) =>
      changeConnection(connectionId, { profileName: 'Harrow & Pike deployment' }),
    'databases.list': ({ connectionId }) =>
      success(
        connectionId === 'sandbox'
          ? [{ id: 1, name: 'Sandbox database' }]
          : [
              { id: 41, name: 'Doe v. Roe' },
              { id: 42, name: 'Acme investigation' },
              { id: 43, name: 'In re Harbor' },
            ],
      ),

    'databases.partialProjects': ({ connectionId }) =>
      success(
        connectionId === 'sandbox'
          ? []
          : [
              { id: 502, name: 'Privilege team' },
              { id: 507, name: 'Expert witnesses' },
            ],
      ),
    'databases.uploadPermission': () => success('unknown'),
    'sources.choose': ({ kind }) =>
      success([
        kind === 'folders'
          ? { sourceId: `source-${Date.now()}`, path: '\\\\nas2\\evidence\\EV-0412', kind: 'folder' }
          : { sourceId: `source-${Date.now()}`, path: 'E:\\media\\EV-0412.zip', kind: 'file' },
      ]),
    'sources.sample': () =>
      success([
        {
          sourceId: `source-${Date.now()}`,
          path: 'C:\\Program Files\\Lading\\resources\\sample-matter',
          kind: 'folder',
        },
      ]),
    'drafts.create': (given) => createDraft(app, given),
    ...findingHandlers(find),
    'selection.get': () =>
      success({
        rules: everything,
        skipped: [],
        systemFiles: [{ kind: 'thumbnails', items: 312, bytes: 12_400_000 }],
        alreadySent: { items: 0, bytes: 0 },
        known: { items: 0, bytes: 0 },
        duplicates: { items: 0, bytes: 0 },
        mismatches: 0,
        checking: null,
      }),
    'selection.preview': ({ uploadId }) =>
      success({ queued: find(uploadId).totals.queued, skipped: [], unknownCustodians: [] }),
    'selection.set': ({ uploadId }) => success(find(uploadId)),
    'uploads.packing': () => success({ packs: 3, files: 12_400 }),
    'selection.chooseFindings': ({ filter }) => success(find(filter.uploadId)),
    'selection.undo': ({ uploadId }) => success(find(uploadId)),
    'selection.history': () => success({ undo: false, redo: false }),
    'selection.choose': ({ uploadId }) => success(find(uploadId)),
    'selection.check': () => success({ unread: 0, known: null, lists: null }),
    'selection.findKnown': () => success(null),
    'selection.cancelCheck': () => ok,
    'drafts.preflight': ({ uploadId }) => success(preflightOf(find(uploadId), app.packing.get(uploadId))),
    'drafts.setPacking': ({ uploadId, pack }) => {
      app.packing.set(uploadId, pack);
      return success(find(uploadId));
    },
    'drafts.setCustodians': ({ uploadId, rules, custodian }) =>
      success(change(uploadId, { custodianRules: rules, custodian })),
    'drafts.assignCustodian': ({ folderIds, custodian }) => {
      for (const folderId of folderIds)
        if (custodian === null) app.manualCustodians.delete(folderId);
        else app.manualCustodians.set(folderId, custodian);
      return ok;
    },
    'drafts.leaveUnassigned': ({ uploadId, leave }) => success(change(uploadId, { leaveUnassigned: leave })),
    'drafts.undoCustodians': ({ uploadId }) => success(find(uploadId)),
    'drafts.custodianHistory': () => success({ undo: null, redo: null }),
    'drafts.previewCustodians': ({ uploadId }) =>
      success({
        custodians: custodiansOf(find(uploadId), app.manualCustodians).map(
          ({ custodian, items, bytes, folders }) => ({
            custodian,
            items,
            bytes,
            from: custodian === null ? 'none' : 'folder',
            samples: folders.slice(0, 3),
          }),
        ),
        moreCustodians: 0,
        changed: { items: 0, bytes: 0 },
      }),
    'drafts.chooseCustodianMap': () => success(null),
    'drafts.mergeCustodians': ({ uploadId }) => success(find(uploadId)),
    'drafts.tree': ({ uploadId, parent, offset, limit }) => {
      const parentId = parent.kind === 'folder' ? parent.id : null;
      const folders = foldersOf(find(uploadId), app.manualCustodians, parentId);
      return success({ total: folders.length, entries: folders.slice(offset, offset + limit) });
    },
    'drafts.custodians': ({ uploadId }) =>
      success({ custodians: custodiansOf(find(uploadId), app.manualCustodians), more: 0 }),
    'drafts.similarCustodians': ({ uploadId }) =>
      success(
        similarNames(
          custodiansOf(find(uploadId), app.manualCustodians).flatMap(({ custodian }) => custodian ?? []),
        ).map((group) => [...group]),
      ),
    'drafts.setSettings': ({ uploadId, settings, sha1, partCheck }) =>
      success(change(uploadId, { settings, sha1, partCheck })),
    'drafts.settingDifferences': () => success([]),
    'drafts.databaseCheck': ({ uploadId }) =>
      success({
        reason: find(uploadId).databaseId === 41 ? null : 'new-database',
        databaseId: find(uploadId).databaseId,
        databaseName: find(uploadId).databaseName,
        subject: null,
        usedBefore: ['Doe v. Roe'],
      }),
    'drafts.discard': ({ uploadId }) => {
      state.uploads = state.uploads.filter((each) => each.id !== uploadId);
      app.emit({ name: 'upload.removed', data: { uploadId } });
      return ok;
    },
    'processingSettings.list': () => success(settingsForm()),
    'templates.list': () => success(app.templates),
    'templates.save': ({ name, settings }) => {
      const saved = { id: app.templates.length + 1, name: name.trim(), settings };
      app.templates.push(saved);
      return success(saved);
    },
    'templates.remove': ({ id }) => {
      app.templates.splice(
        app.templates.findIndex((each) => each.id === id),
        1,
      );
      return ok;
    },

    'uploads.start': ({ uploadId }) => {
      const started = change(uploadId, { state: 'uploading', stoppedBy: null });
      state.progress = [
        ...state.progress.filter((each) => each.uploadId !== uploadId),
        {
          uploadId,
          state: 'uploading',
          totals: started.totals,
          acknowledgedBytes: started.acknowledgedBytes,
          bytesPerSecond: 0,
          secondsLeft: null,
          concurrency: 8,
          active: [],
          partsUnderWay: { sentBytes: 0, secondsLeft: 0, isFinishing: false },
          waiting: null,
          unavailableSources: [],
          inspection: null,
        },
      ];
      return ok;
    },
    'uploads.pause': ({ uploadId, finishParts }) => {
      if (finishParts)
        state.progress = state.progress.map((each) =>
          each.uploadId === uploadId
            ? { ...each, partsUnderWay: { ...each.partsUnderWay, isFinishing: true } }
            : each,
        );
      else change(uploadId, { state: 'paused' });
      return ok;
    },
    'uploads.failUnavailableSources': () => ok,
    'uploads.cancel': ({ uploadId }) => {
      change(uploadId, { state: 'cancelled', finishedAt: new Date().toISOString() });
      return ok;
    },
    'uploads.retryFailed': ({ uploadId }) => {
      const before = find(uploadId).totals;
      change(uploadId, {
        state: 'uploading',
        totals: {
          ...before,
          failed: { items: 0, bytes: 0 },
          queued: {
            items: before.queued.items + before.failed.items,
            bytes: before.queued.bytes + before.failed.bytes,
          },
        },
      });
      return success({ items: before.failed.items });
    },
    'uploads.items': (query) =>
      success(
        page({ uploadId: query.uploadId, totals: find(query.uploadId).totals, hasHeldLinks: true }, query),
      ),
    'uploads.parts': ({ uploadId, itemId }) => {
      const index = itemId - uploadId * 10_000_000;
      const item = itemAt({ uploadId, totals: find(uploadId).totals, hasHeldLinks: true }, index);
      const partCount = item.partCount ?? 0;
      const active = state.progress.flatMap((each) => each.active).find((each) => each.itemId === itemId);
      const acknowledged = active?.parts.done ?? item.partsDone;
      return success({
        partSizeBytes: Math.min(50_000_000, item.sizeBytes ?? 0),
        partCount,
        done: acknowledged === 0 ? [] : [[1, acknowledged]],
        inFlight:
          active === undefined
            ? []
            : Array.from({ length: active.partsInFlight }, (_, k) => acknowledged + 1 + k),
        retried: acknowledged > 40 ? [17, acknowledged + 2] : [],
      });
    },
    'uploads.part': ({ itemId, number }) =>
      success({ etag: `"${(itemId * 7919 + number).toString(16).padStart(32, '4')}"` }),
    'uploads.speed': ({ uploadId }) => {
      const moves = state.progress.some((each) => each.uploadId === uploadId && each.waiting === null);
      return success({
        everyMs: 10_000,
        endMs: Date.now(),
        bytesPerSecond: Array.from({ length: 720 }, (_, index) =>
          !moves && index > 600
            ? 0
            : index > 420 && index < 462
              ? 0
              : 88e6 + 9e6 * Math.sin(index / 23) + 4e6 * Math.sin(index * 1.7),
        ),
      });
    },
    'uploads.log': ({ uploadId, offset, limit }) => {
      const total = 5_000;
      const events = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, k) => {
        const seq = offset + k + 1;
        const item = itemAt({ uploadId, totals: find(uploadId).totals, hasHeldLinks: true }, seq);
        return {
          seq,
          at: new Date(Date.parse('2026-11-14T14:02:11Z') + seq * 1731).toISOString(),
          type: eventTypes[seq % eventTypes.length] ?? 'item-completed',
          data: { path: item.path, sizeBytes: item.sizeBytes, sourceFileId: item.sourceFileId },
        };
      });
      return success({ total, events });
    },
    'uploads.saveReceipt': ({ format }) =>
      success({
        path: `C:\\Users\\dana\\Documents\\receipt.${format}`,
        head: logHead,
        signedWith: success(signingKey),
        timestamp: null,
      }),
    'receipts.signingKey': () => success({ fingerprint: signingKey.fingerprint, storage: 'keychain' }),
    'uploads.saveLogHead': () => success({ path: 'C:\\Users\\dana\\Documents\\Log head.txt' }),
    'uploads.exportItems': () => success({ path: 'C:\\Users\\dana\\Documents\\files.csv' }),
    'activity.list': () => success({ events: [], next: null, searchedToMs: 0 }),
    'activity.newer': () => success([]),
    'activity.exportCsv': () => success({ path: 'C:\\Users\\dana\\Documents\\Activity log.csv' }),
    'activity.cancelExport': () => ok,
    'tables.exportCsv': ({ name }) => success({ path: `C:\\Users\\dana\\Documents\\${name}.csv` }),
    'directories.chooseFile': () => success({ path: 'C:\\Users\\dana\\Documents\\people.csv' }),
    'directories.useDropped': () => success({ path: 'C:\\Users\\dana\\Documents\\people.csv' }),
    'directories.check': () => failure('source-missing', { path: 'people.csv' }),
    'directories.sync': () => success(null),
    'directories.cancel': () => ok,
    'custodianTemplates.list': () => success([]),
    'custodianTemplates.save': () => success({ id: 1, leftOut: 0 }),
    'custodianTemplates.apply': ({ uploadId }) => success(find(uploadId)),
    'custodianTemplates.rename': () => ok,
    'custodianTemplates.remove': () => ok,
    'custodianTemplates.export': () => success(null),
    'custodianTemplates.import': () => success(null),
    'custodianMatches.chooseDirectory': () => success(false),
    'custodianMatches.compareAgain': () => ok,
    'custodianMatches.cancel': () => ok,
    'custodianMatches.list': () => success({ directory: null, rows: [], more: 0 }),
    'custodianMatches.candidates': () => success({ candidates: [], more: 0 }),
    'custodianMatches.acceptCertain': () => success({ renamed: 0 }),
    'custodianMatches.decide': () => ok,
    'custodianMatches.reopen': () => ok,
    'receipts.chooseFile': () => success({ path: 'C:\\Users\\dana\\Documents\\receipt.json' }),
    'receipts.chooseFolder': () => success({ path: 'E:\\EV-0412' }),
    'receipts.verify': () => failure('receipt-edited', { path: 'receipt.json', line: 12 }),
    'receipts.cancelVerification': () => ok,
    'receipts.setTimestampUrl': ({ url }) => setApp({ timestampUrl: url === '' ? null : url }),
    'receipts.chooseTimestampCa': () => setApp({ timestampCertificates: [firmRoot] }),
    'receipts.forgetTimestampCa': () => setApp({ timestampCertificates: [] }),
    'receipts.exportDifferences': () => success({ path: 'C:\\Users\\dana\\Documents\\Differences.csv' }),
    ...watchHandlers(app),
    'uploads.exportList': () => success({ path: 'C:\\Users\\dana\\Documents\\uploads.csv' }),
  };
}
