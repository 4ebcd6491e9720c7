import { success } from '../../preload/contract/failure.ts';
import type { EngineHost } from '../processes/engine-host.ts';
import type { Dialogs } from '../window/dialogs.ts';
import { dialogWords, fileNames } from '../words.ts';
import type { Handlers } from './dispatcher.ts';
import { suggestedFileName } from './suggested-file-name.ts';

export interface TablesDependencies {
  readonly engine: Pick<EngineHost, 'call'>;
  readonly dialogs: Pick<Dialogs, 'chooseSavePath'>;
  readonly now?: () => Date;
}

/** The tables that screens show of the platform's records. The engine makes their cells safe for spreadsheets. */
export function tableHandlers({
  engine,
  dialogs,
  now = () => new Date(),
}: TablesDependencies): Handlers<'tables.exportCsv'> {
  return {
    async 'tables.exportCsv'({ name, columns, rows }) {
      const suggested = suggestedFileName(fileNames.table(name, now()), 'csv');
      const path = await dialogs.chooseSavePath(dialogWords.exportTable, suggested, 'csv');
      if (path === null) return success(null);
      const written = await engine.call('exports.table', { path, columns, rows });
      return written.ok ? success({ path }) : written;
    },
  };
}
