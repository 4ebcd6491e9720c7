import { success } from '../../preload/contract/failure.ts';
import type { EngineHost } from '../processes/engine-host.ts';
import type { PathGrants } from '../uploads/path-grants.ts';
import type { Dialogs } from '../window/dialogs.ts';
import { dialogWords, fileNames } from '../words.ts';
import type { Handlers } from './dispatcher.ts';
import { suggestedFileName } from './suggested-file-name.ts';

export interface WatchDependencies {
  readonly engine: Pick<EngineHost, 'call'>;
  readonly pathGrants: Pick<PathGrants, 'resolve'>;
  readonly dialogs: Pick<Dialogs, 'chooseSavePath'>;
  readonly now?: () => Date;
}

/** What of the watched folders has to do with paths on this computer. */
export function watchHandlers({
  engine,
  pathGrants,
  dialogs,
  now = () => new Date(),
}: WatchDependencies): Handlers<'watch.save' | 'watch.saveLedger'> {
  return {
    async 'watch.save'({ sourceId, custodianMap, ...given }) {
      const chosenMap = custodianMap !== null && custodianMap !== 'keep' ? [custodianMap.sourceId] : [];
      const folder = pathGrants.resolve(sourceId === null ? [] : [sourceId]);
      if (!folder.ok) return folder;
      const map = pathGrants.resolve(chosenMap);
      if (!map.ok) return map;
      const [path = null] = folder.value;
      const [mapPath] = map.value;
      const kept = custodianMap === 'keep' ? custodianMap : null;
      return engine.call('watch.saveRule', {
        ...given,
        path,
        custodianMap: mapPath === undefined ? kept : { path: mapPath },
      });
    },
    async 'watch.saveLedger'(filter) {
      const suggested = suggestedFileName(fileNames.table('File history', now()), 'csv');
      const path = await dialogs.chooseSavePath(dialogWords.saveLedger, suggested, 'csv');
      if (path === null) return success(null);
      const written = await engine.call('watch.writeLedger', { ...filter, path });
      return written.ok ? success({ path }) : written;
    },
  };
}
