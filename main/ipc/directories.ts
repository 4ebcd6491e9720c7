import type { DirectoryCheck } from '../../preload/contract/directory.ts';
import { failure, type Result, success } from '../../preload/contract/failure.ts';
import type { Connections } from '../connections/connections.ts';
import type { EngineHost } from '../processes/engine-host.ts';
import type { PathGrants } from '../uploads/path-grants.ts';
import type { Dialogs } from '../window/dialogs.ts';
import { syncDirectoryQuestion } from '../window/directory-question.ts';
import { dialogWords } from '../words.ts';
import type { Handlers } from './dispatcher.ts';

export interface DirectoriesDependencies {
  readonly connections: Pick<Connections, 'views' | 'setDirectory'>;
  readonly engine: Pick<EngineHost, 'call'>;
  readonly dialogs: Pick<Dialogs, 'chooseFile' | 'confirm'>;
  readonly pathGrants: Pick<PathGrants, 'resolve'>;
}

type Names =
  | 'directories.chooseFile'
  | 'directories.useDropped'
  | 'directories.check'
  | 'directories.sync'
  | 'directories.cancel';

/**
 * Checks a CSV that a person chose or dropped, and synchronizes a directory with it. Main keeps the path and the result of
 * the check: the window can't name a file, and what a person confirms is what was checked.
 */
export function directoryHandlers({
  connections,
  engine,
  dialogs,
  pathGrants,
}: DirectoriesDependencies): Handlers<Names> {
  let path: string | null = null;
  let checked: DirectoryCheck | null = null;
  function choose(chosen: string): Result<{ path: string }> {
    path = chosen;
    checked = null;
    return success({ path });
  }
  return {
    async 'directories.chooseFile'() {
      const { chooseDirectoryCsv, csvFiles } = dialogWords;
      const chosen = await dialogs.chooseFile(chooseDirectoryCsv, csvFiles, ['csv', 'txt', 'tsv']);
      return chosen === null ? success(null) : choose(chosen);
    },
    async 'directories.useDropped'({ sourceId }) {
      const granted = pathGrants.resolve([sourceId]);
      const [dropped] = granted.ok ? granted.value : [];
      return dropped === undefined ? failure('source-not-granted') : choose(dropped);
    },
    async 'directories.check'({ connectionId, form }) {
      if (path === null) return failure('source-not-granted');
      checked = null;
      const check = await engine.call('directories.check', { path, connectionId, form });
      // Another file may have been chosen meanwhile.
      if (check.ok && check.value.path === path) checked = check.value;
      return check;
    },
    async 'directories.sync'({ connectionId, directoryId }) {
      if (checked === null) return failure('directory-csv-unchecked');
      const connection = connections.views().find(({ id }) => id === connectionId);
      if (connection === undefined) return failure('connection-not-found');
      const check = { ...checked, findings: [] };
      const { host } = new URL(connection.serverUrl);
      if (!(await dialogs.confirm(syncDirectoryQuestion({ host, directoryId, check })))) return success(null);
      const synced = await engine.call('directories.sync', { connectionId, directoryId, check });
      if (synced.ok) await connections.setDirectory(connectionId, directoryId);
      return synced;
    },
    'directories.cancel': () => engine.call('directories.cancel', undefined),
  };
}
