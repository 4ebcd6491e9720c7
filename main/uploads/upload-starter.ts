/** Starts uploads in the engine, with the links that were entered in full: they survive a crash of its process here. */
import { type Result, success } from '../../preload/contract/failure.ts';
import { SecretLinks } from '../../preload/contract/secret-links.ts';
import type { UploadView } from '../../preload/contract/views.ts';
import type { EngineArgument } from '../engine/index.ts';
import type { EngineHost } from '../processes/engine-host.ts';

export interface UploadStarter {
  scanDraft(draft: EngineArgument<'drafts.scan'>): Promise<Result<UploadView>>;
  start(upload: EngineArgument<'uploads.run'>): Promise<Result<undefined>>;
}

export function createUploadStarter(engine: Pick<EngineHost, 'call'>): UploadStarter {
  const secretLinks = new SecretLinks();
  return {
    async scanDraft(draft) {
      const scanned = await engine.call('drafts.scan', draft);
      if (scanned.ok) secretLinks.keep(scanned.value.id, draft.links);
      return scanned;
    },
    async start({ uploadId, links, held }) {
      secretLinks.keep(uploadId, links);
      const started = await engine.call('uploads.run', {
        uploadId,
        links: [...secretLinks.of(uploadId)],
        held,
      });
      return started.ok ? success(undefined) : started;
    },
  };
}
