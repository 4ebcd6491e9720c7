import { failure, success } from '../../../preload/contract/failure.ts';
import type { ConnectionView, UploadView } from '../../../preload/contract/views.ts';
import { totals } from '../../fixtures/views.ts';
import type { Handlers, MockWorld } from '../window-bridge.ts';
import { custodiansOf, foldersOf, preflightOf, settingsForm } from './drafts.ts';
import { itemAt, page } from './items.ts';
import { createDraft } from './scan.ts';
import { upload } from './uploads.ts';

const done = success(undefined);
const eventTypes = [
  'item-completed',
  'part-acknowledged',
  'item-skipped',
  'item-failed',
  'settings-decided',
] as const;

export function handlersOf(world: MockWorld): Omit<Handlers, 'snapshot'> {
  const { state } = world;

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
    world.tell({ name: 'upload.changed', data: after });
    return after;
  }

  function changeConnection(id: string, how: Partial<ConnectionView>) {
    state.connections = state.connections.map((each) => (each.id === id ? { ...each, ...how } : each));
    world.tell({ name: 'connections.changed', data: state.connections });
    const after = state.connections.find((each) => each.id === id);
    return after === undefined ? failure('not-known', 'That connection is gone.') : success(after);
  }

  function setApp(how: Partial<typeof state.app>) {
    state.app = { ...state.app, ...how };
    world.tell({ name: 'app.changed', data: state.app });
    return success(state.app);
  }

  function practise() {
    const sandbox = { kind: 'running', url: 'http://127.0.0.1:4400', connectionId: 'practice' } as const;
    state.sandbox = sandbox;
    world.tell({ name: 'sandbox.changed', data: sandbox });
    if (!state.connections.some((each) => each.isSandbox)) {
      state.connections = [
        ...state.connections,
        {
          id: 'practice',
          name: 'Practice on this computer',
          serverUrl: 'http://127.0.0.1:4400/v1',
          keyId: 'practice',
          profileName: null,
          isSandbox: true,
          state: { kind: 'ready', userName: 'Practice User' },
        },
      ];
      world.tell({ name: 'connections.changed', data: state.connections });
    }
    return success(sandbox);
  }

  return {
    'preferences.set': (preferences) => setApp({ preferences }),
    'app.chooseCaFile': () => setApp({ caFile: 'C:\\certificates\\firm-root.pem' }),
    'app.forgetCaFile': () => setApp({ caFile: null }),
    'app.open': () => done,
    'app.reportFault': () => done,
    'menu.offer': () => done,
    'updates.check': () => done,
    'updates.download': () => done,
    'updates.install': () => done,
    'sandbox.start': practise,
    'sandbox.stop': () => {
      state.sandbox = { kind: 'stopped' };
      world.tell({ name: 'sandbox.changed', data: state.sandbox });
      return success(state.sandbox);
    },
    'sandbox.open': () => done,

    'connections.add': ({ name, serverUrl, apiKey }) => {
      if (serverUrl.startsWith('http://')) {
        return failure('url-insecure', `${serverUrl} is not https. Use the platform’s https address.`);
      }
      if (apiKey.length < 8)
        return failure('key-malformed', 'That is too short for an API key. Copy it again.');
      const id = `connection-${state.connections.length + 1}`;
      const added: ConnectionView = {
        id,
        name: name.trim(),
        serverUrl,
        keyId: apiKey.slice(0, 4),
        profileName: null,
        isSandbox: false,
        state: { kind: 'ready', userName: 'Dana Whitfield' },
      };
      state.connections = [...state.connections, added];
      world.tell({ name: 'connections.changed', data: state.connections });
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
      world.tell({ name: 'connections.changed', data: state.connections });
      return done;
    },
    'connections.importProfile': ({ connectionId }) =>
      changeConnection(connectionId, { profileName: 'Harrow & Pike deployment' }),
    'databases.list': ({ connectionId }) =>
      success(
        connectionId === 'practice'
          ? [{ id: 1, name: 'Practice database' }]
          : [
              { id: 41, name: 'Doe v. Roe' },
              { id: 42, name: 'Acme investigation' },
              { id: 43, name: 'In re Harbor' },
            ],
      ),

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
    'drafts.create': (given) => createDraft(world, given),
    'drafts.preflight': ({ uploadId }) => success(preflightOf(find(uploadId))),
    'drafts.setCustodians': ({ uploadId, rule, custodian }) =>
      success(change(uploadId, { custodianRule: rule, custodian })),
    'drafts.assignCustodian': ({ folderId, custodian }) => {
      if (custodian === null) world.byHand.delete(folderId);
      else world.byHand.set(folderId, custodian);
      return done;
    },
    'drafts.folders': ({ uploadId, parentId, offset, limit }) => {
      const folders = foldersOf(find(uploadId), world.byHand, parentId);
      return success({ total: folders.length, folders: folders.slice(offset, offset + limit) });
    },
    'drafts.custodians': ({ uploadId }) => success(custodiansOf(find(uploadId), world.byHand)),
    'drafts.setSettings': ({ uploadId, settings, sha1, partCheck }) =>
      success(change(uploadId, { settings, sha1, partCheck })),
    'drafts.databaseCheck': ({ uploadId }) =>
      success({
        mustTypeName: find(uploadId).databaseId !== 41,
        databaseName: find(uploadId).databaseName,
        usedBefore: ['Doe v. Roe'],
      }),
    'drafts.discard': ({ uploadId }) => {
      state.uploads = state.uploads.filter((each) => each.id !== uploadId);
      world.tell({ name: 'upload.removed', data: { uploadId } });
      return done;
    },
    'processingSettings.list': () => success(settingsForm()),
    'templates.list': () => success(world.templates),
    'templates.save': ({ name, settings }) => {
      const saved = { id: world.templates.length + 1, name: name.trim(), settings };
      world.templates.push(saved);
      return success(saved);
    },
    'templates.remove': ({ id }) => {
      world.templates.splice(
        world.templates.findIndex((each) => each.id === id),
        1,
      );
      return done;
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
          waiting: null,
        },
      ];
      return done;
    },
    'uploads.pause': ({ uploadId }) => {
      change(uploadId, { state: 'paused' });
      return done;
    },
    'uploads.cancel': ({ uploadId }) => {
      change(uploadId, { state: 'cancelled', finishedAt: new Date().toISOString() });
      return done;
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
        page({ uploadId: query.uploadId, totals: find(query.uploadId).totals, waitingLinks: true }, query),
      ),
    'uploads.parts': ({ uploadId, itemId }) => {
      const index = itemId - uploadId * 10_000_000;
      const item = itemAt({ uploadId, totals: find(uploadId).totals, waitingLinks: true }, index);
      const partCount = item.partCount ?? 0;
      const active = state.progress.flatMap((each) => each.active).find((each) => each.itemId === itemId);
      const acknowledged = active?.parts.done ?? item.partsDone;
      return success({
        partSizeBytes: Math.min(50_000_000, item.sizeBytes),
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
        const item = itemAt({ uploadId, totals: find(uploadId).totals, waitingLinks: true }, seq);
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
      success({ path: `C:\\Users\\dana\\Documents\\receipt.${format}`, head: '9f3ac21e' }),
    'uploads.exportItems': () => success({ path: 'C:\\Users\\dana\\Documents\\files.csv' }),
    'uploads.exportList': () => success({ path: 'C:\\Users\\dana\\Documents\\uploads.csv' }),
  };
}
