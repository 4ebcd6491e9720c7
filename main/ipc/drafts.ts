import { failure, type Result, success } from '../../preload/contract/failure.ts';
import type { EngineHost } from '../processes/engine-host.ts';
import type { SandboxHost } from '../processes/sandbox-host.ts';
import type { PathGrants } from '../uploads/path-grants.ts';
import type { UploadStarter } from '../uploads/upload-starter.ts';
import type { Dialogs } from '../window/dialogs.ts';
import { linkHostsQuestion, maxLinkHosts } from '../window/trust-questions.ts';
import { dialogWords } from '../words.ts';
import type { Handlers } from './dispatcher.ts';

export interface DraftsDependencies {
  readonly starter: Pick<UploadStarter, 'scanDraft'>;
  readonly pathGrants: PathGrants;
  readonly dialogs: Pick<Dialogs, 'chooseSources' | 'chooseFile' | 'confirm'>;
  readonly engine: Pick<EngineHost, 'call'>;
  readonly sandbox: Pick<SandboxHost, 'view'>;
  /** The folder of the sample matter; null where this installation has none. */
  readonly sampleMatter: string | null;
}

export function draftHandlers(
  dependencies: DraftsDependencies,
): Handlers<'sources.choose' | 'sources.sample' | 'drafts.create' | 'drafts.chooseCustodianMap'> {
  const { starter, pathGrants, dialogs, engine, sandbox, sampleMatter } = dependencies;

  /**
   * A script in the window could put what it sees into a link, so a person confirms each server before its first request.
   * What wasn't confirmed isn't asked by the engine.
   */
  async function confirmLinkHosts(links: readonly string[]): Promise<Result<undefined>> {
    const origins = new Set(
      links.map((link) => URL.parse(link)?.origin ?? '').filter((origin) => origin !== ''),
    );
    if (origins.size === 0) return success(undefined);
    const needed = await engine.call('links.hostsToConfirm', { origins: [...origins] });
    if (!needed.ok) return needed;
    const shown = needed.value.origins.slice(0, maxLinkHosts);
    if (shown.length === 0) return success(undefined);
    const isConfirmed = await dialogs.confirm(linkHostsQuestion(shown.map((origin) => new URL(origin))));
    return isConfirmed ? engine.call('links.confirmHosts', { origins: shown }) : success(undefined);
  }

  /** The CSV of custodians that a person chose last for a draft: it is read again with another separator. */
  const chosenMaps = new Map<number, string>();

  return {
    'sources.choose': async ({ kind }) => pathGrants.grant(await dialogs.chooseSources(kind)),
    async 'sources.sample'() {
      if (sandbox.view.kind !== 'running') return failure('sandbox-not-running');
      return sampleMatter === null ? failure('sample-matter-missing') : pathGrants.grant([sampleMatter]);
    },
    async 'drafts.create'({ sourceIds, ...draft }) {
      const paths = pathGrants.resolve(sourceIds);
      if (!paths.ok) return paths;
      const hosts = await confirmLinkHosts(draft.links);
      if (!hosts.ok) return hosts;
      const scanned = await starter.scanDraft({ ...draft, sources: paths.value });
      if (scanned.ok) pathGrants.bind(sourceIds, scanned.value.id);
      return scanned;
    },
    async 'drafts.chooseCustodianMap'({ uploadId, separator, again }) {
      const { chooseCustodianMap, csvFiles } = dialogWords;
      const path =
        (again ? chosenMaps.get(uploadId) : undefined) ??
        (await dialogs.chooseFile(chooseCustodianMap, csvFiles, ['csv', 'txt', 'tsv']));
      if (path === null) return success(null);
      chosenMaps.set(uploadId, path);
      return engine.call('drafts.readCustodianMap', { uploadId, path, separator });
    },
  };
}
