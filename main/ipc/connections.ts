import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../../preload/contract/failures/errno.ts';
import { failure, type Result, success } from '../../preload/contract/failures/failure.ts';
import { parseServerUrl } from '../../preload/contract/server-url.ts';
import type { AppView } from '../../preload/contract/views/views.ts';
import type { Connections } from '../connections/connections.ts';
import { replaceTextFile } from '../engine/store/files/atomic-file.ts';
import { ownerOnly } from '../engine/store/files/private-folder.ts';
import { readSmallFile } from '../engine/store/files/small-file.ts';
import type { EngineHost } from '../processes/engine-host.ts';
import type { SandboxHost } from '../processes/sandbox-host.ts';
import type { Dialogs } from '../window/dialogs.ts';
import { connectQuestion, replaceKeyQuestion } from '../window/trust-questions.ts';
import type { MainHandlers } from './dispatcher.ts';

export interface ConnectionsDependencies {
  readonly connections: Pick<
    Connections,
    'add' | 'setKey' | 'check' | 'remove' | 'setProfile' | 'setForm' | 'views'
  >;
  readonly engine: Pick<EngineHost, 'call'>;
  readonly sandbox: Pick<SandboxHost, 'view' | 'stop'>;
  readonly dialogs: Pick<Dialogs, 'confirm'>;
  readonly keyStorage: AppView['keyStorage'];
  /** The folder for imported interface profiles. */
  readonly profiles: string;
}

type Names =
  | 'connections.add'
  | 'connections.setKey'
  | 'connections.check'
  | 'connections.setForm'
  | 'connections.remove'
  | 'connections.importProfile';

export function connectionHandlers(dependencies: ConnectionsDependencies): MainHandlers<Names> {
  const { connections, engine, sandbox, dialogs, keyStorage } = dependencies;
  return {
    // The key goes to the server with the first request, so the person is asked before that.
    async 'connections.add'(wanted) {
      const server = parseServerUrl(wanted.serverUrl);
      if (!server.ok) return server;
      const isConfirmed = await dialogs.confirm(connectQuestion(server.value, keyStorage));
      return isConfirmed ? connections.add({ ...wanted, serverUrl: server.value.href }) : success(null);
    },
    async 'connections.setKey'({ connectionId, apiKey, acceptPlaintext }) {
      const connection = connections.views().find(({ id }) => id === connectionId);
      if (connection === undefined) return failure('connection-not-found');
      const server = parseServerUrl(connection.serverUrl);
      if (!server.ok) return server;
      const isConfirmed = await dialogs.confirm(replaceKeyQuestion(server.value, keyStorage));
      return isConfirmed ? connections.setKey(connectionId, apiKey, acceptPlaintext) : success(null);
    },
    'connections.check': ({ connectionId }) => connections.check(connectionId),
    'connections.setForm': ({ connectionId, form }) => connections.setForm(connectionId, form),
    async 'connections.remove'({ connectionId }) {
      const isSandbox = sandbox.view.kind === 'running' && sandbox.view.connectionId === connectionId;
      if (isSandbox) await sandbox.stop();
      return connections.remove(connectionId);
    },
    async 'connections.importProfile'({ connectionId, path }) {
      const exists = connections.views().some(({ id }) => id === connectionId);
      if (!exists) return failure('connection-not-found');
      const profile = await engine.call('profiles.read', { path });
      if (!profile.ok) return profile;
      const copied = await copyProfile(path, dependencies.profiles, connectionId);
      if (!copied.ok) return copied;
      return connections.setProfile(connectionId, { path: copied.value, name: profile.value.name });
    },
  };
}

const maxProfileBytes = 1_000_000;

/** The chosen file may be on a removable disk. */
async function copyProfile(path: string, folder: string, connectionId: string): Promise<Result<string>> {
  const copy = join(folder, `${connectionId}.json`);
  try {
    const text = await readSmallFile(path, maxProfileBytes);
    await mkdir(folder, { recursive: true, mode: ownerOnly });
    const written = await replaceTextFile(copy, text);
    return written.ok ? success(copy) : written;
  } catch (error) {
    return failure('store-read-only', { path: folder, errno: errnoOf(error) });
  }
}
