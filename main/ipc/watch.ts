import { type Result, success } from '../../preload/contract/failure.ts';
import type { Argument } from '../../preload/contract/index.ts';
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
  function chosenFile(
    chosen: Argument<'watch.save'>['custodianMap'],
  ): Result<{ readonly path: string } | 'keep' | null> {
    if (chosen === null || chosen === 'keep') return success(chosen);
    const granted = pathGrants.resolve([chosen.sourceId]);
    if (!granted.ok) return granted;
    const [path] = granted.value;
    return success(path === undefined ? null : { path });
  }

  return {
    async 'watch.save'({ sourceId, custodianMap, passwordFile, ...given }) {
      const folder = pathGrants.resolve(sourceId === null ? [] : [sourceId]);
      if (!folder.ok) return folder;
      const map = chosenFile(custodianMap);
      if (!map.ok) return map;
      const passwords = chosenFile(passwordFile);
      if (!passwords.ok) return passwords;
      const [path = null] = folder.value;
      return engine.call('watch.saveRule', {
        ...given,
        path,
        custodianMap: map.value,
        passwordFile: passwords.value,
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
