/** Starts uploads in the engine, with the links that were entered in full: they survive a crash of its process here. */

import type { Result } from '../../preload/contract/failures/failure.ts';
import type { Answer, Parsed } from '../../preload/contract/index.ts';
import { knownSecrets } from '../../preload/contract/texts/known-secrets.ts';
import { SecretLinks, secretsOfLinks } from '../../preload/contract/texts/secret-links.ts';
import { isSentForGood } from '../../preload/contract/views/upload-problems.ts';
import type { UploadView } from '../../preload/contract/views/views.ts';
import type { EngineArgument, EngineEvent } from '../engine/index.ts';
import type { EngineHost } from '../processes/engine-host.ts';

export interface UploadStarter {
  scanDraft(draft: EngineArgument<'drafts.scan'>): Promise<Result<UploadView>>;
  /** A person starts an upload. */
  start(upload: Parsed<'uploads.start'>): Promise<Result<Answer<'uploads.start'>>>;
  /** Runs an upload that was started before; a draft is refused. */
  resume(
    upload: Pick<Parsed<'uploads.start'>, 'uploadId' | 'links'>,
  ): Promise<Result<Answer<'uploads.start'>>>;
  /** Forgets the links of an upload that nothing can be sent of any more. */
  handleEvent(event: EngineEvent): void;
}

export function createUploadStarter(engine: Pick<EngineHost, 'call'>): UploadStarter {
  const secretLinks = new SecretLinks();
  function start(
    upload: Omit<EngineArgument<'uploads.run'>, 'isStart'>,
    isStart = true,
  ): Promise<Result<Answer<'uploads.start'>>> {
    const { uploadId } = upload;
    secretLinks.keep(uploadId, upload.links);
    return engine.call('uploads.run', { ...upload, links: [...secretLinks.of(uploadId)], isStart });
  }

  return {
    async scanDraft(draft) {
      const hidesPaths = draft.maskLinks === true;
      const forget = knownSecrets.add(secretsOfLinks(draft.links, hidesPaths));
      try {
        const scanned = await engine.call('drafts.scan', draft);
        if (scanned.ok) secretLinks.keep(scanned.value.id, draft.links, hidesPaths);
        return scanned;
      } finally {
        forget();
      }
    },
    start,
    resume: (upload) => start({ ...upload, held: 'ask' }, false),
    handleEvent(event) {
      if (event.event === 'upload.removed') secretLinks.forget(event.data.uploadId);
      if (event.event === 'upload.changed' && isSentForGood(event.data)) secretLinks.forget(event.data.id);
    },
  };
}
