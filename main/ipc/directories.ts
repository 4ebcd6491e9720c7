import { failure, success } from '../../preload/contract/failures/failure.ts';
import { changeText } from '../../preload/contract/texts/change-text.ts';
import type { DirectoryCheck } from '../../preload/contract/views/directory.ts';
import type { Connections } from '../connections/connections.ts';
import type { EngineHost } from '../processes/engine-host.ts';
import { changeQuestion } from '../window/change-questions.ts';
import type { Dialogs } from '../window/dialogs.ts';
import type { MainHandlers } from './dispatcher.ts';

export interface DirectoriesDependencies {
  readonly connections: Pick<Connections, 'views' | 'setDirectory'>;
  readonly engine: Pick<EngineHost, 'call'>;
  readonly dialogs: Pick<Dialogs, 'confirm'>;
}

/**
 * Checks a CSV that a person chose or dropped, and synchronizes a directory with it. Main keeps the result of
 * the check: what a person confirms is what was checked.
 */
export function directoryHandlers({
  connections,
  engine,
  dialogs,
}: DirectoriesDependencies): MainHandlers<'directories.check' | 'directories.sync'> {
  let checked: DirectoryCheck | null = null;
  let latest = 0;
  return {
    async 'directories.check'(argument) {
      checked = null;
      latest += 1;
      const number = latest;
      const check = await engine.call('directories.check', argument);
      // Another check may have begun meanwhile.
      if (check.ok && number === latest) checked = check.value;
      return check;
    },
    async 'directories.sync'({ connectionId, directoryId }) {
      if (checked === null) return failure('directory-csv-unchecked');
      const connection = connections.views().find(({ id }) => id === connectionId);
      if (connection === undefined) return failure('connection-not-found');
      const check = { ...checked, findings: [] };
      const { host } = new URL(connection.serverUrl);
      const sync = { operation: 'SyncDirectoryCustodians', directoryId, check } as const;
      if (!(await dialogs.confirm(changeQuestion([changeText(sync, host)], host)))) return success(null);
      const synced = await engine.call('directories.sync', { connectionId, directoryId, check });
      if (synced.ok) await connections.setDirectory(connectionId, directoryId);
      return synced;
    },
  };
}
