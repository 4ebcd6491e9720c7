import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { failure, type Result, success } from '../../preload/contract/failure.ts';
import type { Connections } from '../connections/connections.ts';
import type { EngineHost } from '../processes/engine-host.ts';
import type { SandboxHost } from '../processes/sandbox-host.ts';
import type { Dialogs } from '../window/dialogs.ts';
import type { Handlers } from './dispatcher.ts';

export interface ConnectionsDesk {
  readonly connections: Connections;
  readonly engine: EngineHost;
  readonly sandbox: SandboxHost;
  readonly dialogs: Dialogs;
  readonly profiles: string;
}

type Names =
  | 'connections.add'
  | 'connections.setKey'
  | 'connections.check'
  | 'connections.remove'
  | 'connections.importProfile';

export function connectionHandlers(desk: ConnectionsDesk): Handlers<Names> {
  const { connections, engine, sandbox, dialogs } = desk;
  return {
    'connections.add': (wanted) => connections.add(wanted),
    'connections.setKey': ({ connectionId, apiKey, acceptPlaintext }) =>
      connections.setKey(connectionId, apiKey, acceptPlaintext),
    'connections.check': ({ connectionId }) => connections.check(connectionId),
    async 'connections.remove'({ connectionId }) {
      const isPractice = sandbox.view.kind === 'running' && sandbox.view.connectionId === connectionId;
      if (isPractice) await sandbox.stop();
      return connections.remove(connectionId);
    },
    async 'connections.importProfile'({ connectionId }) {
      const known = connections.views().some(({ id }) => id === connectionId);
      if (!known) return failure('not-known', 'This connection was removed.');
      const path = await dialogs.chooseFile('Choose an interface profile', 'Interface profiles', ['json']);
      if (path === null) return success(null);
      const profile = await engine.ask('profiles.read', { path });
      if (!profile.ok) return profile;
      const kept = await keepProfile(path, desk.profiles, connectionId);
      if (!kept.ok) return kept;
      return connections.setProfile(connectionId, { path: kept.value, name: profile.value.name });
    },
  };
}

/** A copy of ours: the file may be on a stick. */
async function keepProfile(path: string, folder: string, connectionId: string): Promise<Result<string>> {
  const kept = join(folder, `${connectionId}.json`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await copyFile(path, kept);
    return success(kept);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    return failure('store-read-only', `The profile could not be copied to ${folder} (${code}).`, { path });
  }
}
