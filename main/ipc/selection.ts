import { success } from '../../preload/contract/failure.ts';
import type { EngineHost } from '../processes/engine-host.ts';
import type { Dialogs } from '../window/dialogs.ts';
import { dialogWords } from '../words.ts';
import type { Handlers } from './dispatcher.ts';

export interface SelectionDependencies {
  readonly engine: Pick<EngineHost, 'call'>;
  readonly dialogs: Pick<Dialogs, 'chooseFile'>;
}

/** The window can't name a file: a person chooses the list of known files. */
export function selectionHandlers({
  engine,
  dialogs,
}: SelectionDependencies): Handlers<'selection.findKnown'> {
  return {
    async 'selection.findKnown'({ uploadId }) {
      const { chooseHashList, hashLists } = dialogWords;
      const extensions = ['txt', 'csv', 'md5', 'sha1', 'sha256', 'hash', 'tsv'];
      const path = await dialogs.chooseFile(chooseHashList, hashLists, extensions);
      return path === null ? success(null) : engine.call('selection.checkKnown', { uploadId, path });
    },
  };
}
