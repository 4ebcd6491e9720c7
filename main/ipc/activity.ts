import { success } from '../../preload/contract/failure.ts';
import type { EngineHost } from '../processes/engine-host.ts';
import type { Dialogs } from '../window/dialogs.ts';
import { dialogWords, fileNames } from '../words.ts';
import type { Handlers } from './dispatcher.ts';
import { suggestedFileName } from './suggested-file-name.ts';

export interface ActivityDependencies {
  readonly engine: Pick<EngineHost, 'call'>;
  readonly dialogs: Pick<Dialogs, 'chooseSavePath'>;
  readonly now?: () => Date;
}

/** The engine reads the log and writes the file: it may take minutes, and main is never blocked. */
export function activityHandlers({
  engine,
  dialogs,
  now = () => new Date(),
}: ActivityDependencies): Handlers<'activity.exportCsv' | 'activity.cancelExport'> {
  return {
    async 'activity.exportCsv'(argument) {
      const suggested = suggestedFileName(fileNames.activity(now()), 'csv');
      const path = await dialogs.chooseSavePath(dialogWords.exportActivity, suggested, 'csv');
      if (path === null) return success(null);
      const written = await engine.call('exports.activity', { ...argument, path });
      return written.ok ? success({ path }) : written;
    },
    'activity.cancelExport': () => engine.call('exports.cancelActivity', undefined),
  };
}
