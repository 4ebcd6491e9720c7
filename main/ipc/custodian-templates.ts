import { success } from '../../preload/contract/failure.ts';
import type { EngineHost } from '../processes/engine-host.ts';
import type { Dialogs } from '../window/dialogs.ts';
import { dialogWords } from '../words.ts';
import type { Handlers } from './dispatcher.ts';
import { suggestedFileName } from './suggested-file-name.ts';

export interface CustodianTemplatesDependencies {
  readonly engine: Pick<EngineHost, 'call'>;
  readonly dialogs: Pick<Dialogs, 'chooseFile' | 'chooseSavePath'>;
}

export function custodianTemplateHandlers({
  engine,
  dialogs,
}: CustodianTemplatesDependencies): Handlers<'custodianTemplates.export' | 'custodianTemplates.import'> {
  return {
    async 'custodianTemplates.export'({ id }) {
      const read = await engine.call('custodianTemplates.read', { id });
      if (!read.ok) return read;
      const path = await dialogs.chooseSavePath(
        dialogWords.exportTemplate,
        suggestedFileName(read.value.name, 'json'),
        'json',
      );
      if (path === null) return success(null);
      const text = `${JSON.stringify(read.value, null, 2)}\n`;
      const written = await engine.call('exports.text', { path, text });
      return written.ok ? success({ path }) : written;
    },
    async 'custodianTemplates.import'() {
      const { chooseTemplate, templateFiles } = dialogWords;
      const path = await dialogs.chooseFile(chooseTemplate, templateFiles, ['json']);
      return path === null ? success(null) : engine.call('custodianTemplates.add', { path });
    },
  };
}
