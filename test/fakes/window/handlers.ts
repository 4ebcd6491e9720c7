import { failure, success } from '../../../preload/contract/failures/failure.ts';
import { uploadId } from '../../../preload/contract/views/ids.ts';
import { type ConnectionView, preferences } from '../../../preload/contract/views/views.ts';
import { findingHandlers } from './findings.ts';
import { fakeLockedFiles } from './locked-files.ts';
import type { Handlers, MockApp } from './mock-app.ts';
import { newUploadHandlers } from './new-upload.ts';
import { signingFingerprint, uploadHandlers, uploadsOf } from './upload-calls.ts';
import { watchHandlers } from './watched-folders.ts';

const ok = success(undefined);
export function handlersOf(app: MockApp): Omit<Handlers, 'snapshot'> {
  const { state } = app;
  const uploads = uploadsOf(app);

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
          form: { form: 'extended', basis: 'found' },
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
    'preferences.set': (changed) => setApp({ preferences: preferences.parse(changed) }),
    'app.trustCertificates': () => setApp({ certificates: [firmRoot] }),
    'app.forgetCaFile': () => setApp({ certificates: [] }),
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
    'sandbox.freeBytes': () => success(900_000_000_000),
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
        form: { form: 'extended', basis: 'found' },
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
    'connections.setForm': ({ connectionId, form }) =>
      changeConnection(connectionId, {
        form: form === null ? { form: 'extended', basis: 'found' } : { form, basis: 'chosen' },
      }),
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
    'databases.status': () => success({ upload: 'unknown', state: null, billableGb: null, lastUpload: null }),
    ...newUploadHandlers(app, uploads),
    ...uploadHandlers(app, uploads),
    ...findingHandlers(uploads.find),
    'receipts.signingKey': () => success({ fingerprint: signingFingerprint, storage: 'keychain' }),
    'activity.list': () => success({ events: [], next: null, searchedToMs: 0 }),
    'activity.newer': () => success([]),
    'exports.activity': () => ok,
    'exports.cancelActivity': () => ok,
    'exports.items': () => ok,
    'exports.table': () => ok,
    'exports.uploads': () => ok,
    'paths.chooseWhereToSave': ({ name, extension }) =>
      success({ id: 'place', path: `C:\\Users\\dana\\Documents\\${name}.${extension}` }),
    'directories.check': () => failure('source-missing', { path: 'people.csv' }),
    'directories.sync': () => success(null),
    'directories.cancel': () => ok,
    'custodianMatches.compare': () => ok,
    'custodianMatches.compareAgain': () => ok,
    'custodianMatches.cancel': () => ok,
    'custodianMatches.list': () => success({ directory: null, rows: [], more: 0 }),
    'custodianMatches.candidates': () => success({ candidates: [], more: 0 }),
    'custodianMatches.acceptCertain': () => success({ renamed: 0 }),
    'custodianMatches.decide': () => ok,
    'custodianMatches.reopen': () => ok,
    'receipts.saved': () =>
      success([
        {
          id: 2,
          uploadId: uploadId.parse(4),
          path: 'C:\\Users\\dana\\Documents\\Opposing production 3 receipt 2026-11-03.json',
          savedAt: '2026-11-03T12:05:00.000Z',
        },
        {
          id: 1,
          uploadId: uploadId.parse(5),
          path: '\\\\nas2\\receipts\\EV-0412\\receipt-5.json',
          savedAt: '2026-10-28T10:50:00.000Z',
        },
      ]),
    'receipts.chooseSaved': ({ id }) =>
      success({ sourceId: String(id), path: `C:\\receipts\\${id}.json`, kind: 'file' }),
    'receipts.verify': () => failure('receipt-edited', { path: 'receipt.json', line: 12 }),
    'receipts.cancelVerification': () => ok,
    'receipts.setTimestampUrl': ({ url }) => setApp({ timestampUrl: url === '' ? null : url }),
    'receipts.trustTimestampCertificates': () => setApp({ timestampCertificates: [firmRoot] }),
    'receipts.forgetTimestampCa': () => setApp({ timestampCertificates: [] }),
    'receipts.exportDifferences': () => ok,
    ...watchHandlers(app),
  };
}
