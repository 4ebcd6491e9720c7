import { success } from '../../preload/contract/failure.ts';
import type { EngineHost } from '../processes/engine-host.ts';
import type { Dialogs } from '../window/dialogs.ts';
import { dialogWords } from '../words.ts';
import type { Handlers } from './dispatcher.ts';

export interface CustodianMatchesDependencies {
  readonly engine: Pick<EngineHost, 'call'>;
  readonly dialogs: Pick<Dialogs, 'chooseFile'>;
}

/** The window can't name a file: a person chooses the directory's CSV. */
export function custodianMatchHandlers({
  engine,
  dialogs,
}: CustodianMatchesDependencies): Handlers<'custodianMatches.chooseDirectory'> {
  return {
    async 'custodianMatches.chooseDirectory'({ uploadId }) {
      const { chooseDirectoryCsv, csvFiles } = dialogWords;
      const path = await dialogs.chooseFile(chooseDirectoryCsv, csvFiles, ['csv', 'txt', 'tsv']);
      if (path === null) return success(false);
      const compared = await engine.call('custodianMatches.compare', { uploadId, path });
      return compared.ok ? success(true) : compared;
    },
  };
}
