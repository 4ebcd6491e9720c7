import { type Result, success } from '../../preload/contract/failures/failure.ts';
import type { EngineHost } from '../processes/engine-host.ts';
import type { UploadStarter } from '../uploads/upload-starter.ts';
import type { Dialogs } from '../window/dialogs.ts';
import { linkHostsQuestion, maxLinkHosts } from '../window/trust-questions.ts';
import type { MainHandlers } from './dispatcher.ts';
import type { PathGrants } from './path-grants.ts';

export interface DraftsDependencies {
  readonly starter: Pick<UploadStarter, 'scanDraft'>;
  readonly pathGrants: Pick<PathGrants, 'bind'>;
  readonly dialogs: Pick<Dialogs, 'confirm'>;
  readonly engine: Pick<EngineHost, 'call'>;
}

export function draftHandlers(dependencies: DraftsDependencies): MainHandlers<'drafts.create'> {
  const { starter, pathGrants, dialogs, engine } = dependencies;

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

  return {
    async 'drafts.create'(draft) {
      const hosts = await confirmLinkHosts(draft.links);
      if (!hosts.ok) return hosts;
      const scanned = await starter.scanDraft(draft);
      if (scanned.ok) pathGrants.bind(draft.sources, scanned.value.id);
      return scanned;
    },
  };
}
