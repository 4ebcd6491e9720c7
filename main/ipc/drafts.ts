import { failure, success } from '../../preload/contract/failure.ts';
import type { EngineHost } from '../processes/engine-host.ts';
import type { SandboxHost } from '../processes/sandbox-host.ts';
import type { PathGrants } from '../uploads/path-grants.ts';
import type { UploadStarter } from '../uploads/upload-starter.ts';
import type { Dialogs } from '../window/dialogs.ts';
import { dialogWords } from '../words.ts';
import type { Handlers } from './dispatcher.ts';

export interface DraftsDependencies {
  readonly starter: Pick<UploadStarter, 'scanDraft'>;
  readonly pathGrants: PathGrants;
  readonly dialogs: Pick<Dialogs, 'chooseSources' | 'chooseFile'>;
  readonly engine: Pick<EngineHost, 'call'>;
  readonly sandbox: Pick<SandboxHost, 'view'>;
  /** The folder of the sample matter; null where this installation has none. */
  readonly sampleMatter: string | null;
}

export function draftHandlers(
  dependencies: DraftsDependencies,
): Handlers<'sources.choose' | 'sources.sample' | 'drafts.create' | 'drafts.chooseCustodianMap'> {
  const { starter, pathGrants, dialogs, engine, sandbox, sampleMatter } = dependencies;
  return {
    'sources.choose': async ({ kind }) => pathGrants.grant(await dialogs.chooseSources(kind)),
    async 'sources.sample'() {
      if (sandbox.view.kind !== 'running') return failure('sandbox-not-running');
      return sampleMatter === null ? failure('sample-matter-missing') : pathGrants.grant([sampleMatter]);
    },
    async 'drafts.create'({ sourceIds, ...draft }) {
      const paths = pathGrants.resolve(sourceIds);
      if (!paths.ok) return paths;
      const scanned = await starter.scanDraft({ ...draft, sources: paths.value });
      if (scanned.ok) pathGrants.bind(sourceIds, scanned.value.id);
      return scanned;
    },
    async 'drafts.chooseCustodianMap'({ uploadId }) {
      const { chooseCustodianMap, csvFiles } = dialogWords;
      const path = await dialogs.chooseFile(chooseCustodianMap, csvFiles, ['csv', 'txt', 'tsv']);
      return path === null ? success(null) : engine.call('drafts.readCustodianMap', { uploadId, path });
    },
  };
}
