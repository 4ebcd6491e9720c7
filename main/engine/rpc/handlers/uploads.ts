import { success } from '../../../../preload/contract/failures/failure.ts';
import { recordSandboxDeletion } from '../../uploads/run/cancel-upload.ts';
import { decideHeld } from '../../uploads/run/decide-held.ts';
import { removeLimits } from '../../uploads/run/keep-limits.ts';
import { runUpload } from '../../uploads/run/run-upload.ts';
import type { HandlerContext, HandlersOf } from '../handler-context.ts';
import { readPart, readParts } from '../read-parts.ts';

export function uploadHandlers({
  engine,
  core,
  queries,
  publisher,
  watch,
  watchPublisher,
  reportBug,
}: HandlerContext): HandlersOf<'uploads'> {
  return {
    'uploads.snapshot': () =>
      success({
        uploads: publisher.views(),
        progress: publisher.progress(core.runs),
        watchedFolders: watchPublisher.views(),
      }),
    'uploads.run': async ({ uploadId, links, isStart, confirmDatabase, ...decision }) => {
      // What runs was started: a decision about its files starts nothing.
      const mustStart = isStart && !core.runs.isRunning(uploadId);
      const started = mustStart ? await engine.start(uploadId, confirmDatabase) : success(undefined);
      if (!started.ok) return started;
      // Links that main keeps, whatever became of them since.
      core.secretLinks.keep(uploadId, links, core.repositories.uploads.get(uploadId)?.request.maskLinks);
      const options = { limits: {}, ...decision };
      const report = (error: unknown): void => reportBug('uploads.run', error);
      if (decision.held !== 'ask') {
        const decided = decideHeld(core, uploadId, options, report);
        if (decided.ok) publisher.changed(uploadId);
        return decided.ok ? success({ left: decided.value.left, kept: decided.value.kept }) : decided;
      }
      const left = engine.leaveToRule(uploadId, decision);
      if (!left.ok) return left;
      if (left.value !== null) watch.retryUpload(uploadId);
      // Fails with upload-running where it is: then nothing is to be done.
      else runUpload(core, uploadId, options).catch(report);
      return success({ left: 0, kept: 0 });
    },
    'uploads.provideLinks': ({ uploadId, links }) => {
      const provided = engine.provideLinks(uploadId, links);
      return provided.ok ? success(undefined) : provided;
    },
    'uploads.requeueFailed': async ({ uploadId }) => {
      const requeued = await engine.requeueFailed(uploadId);
      if (!requeued.ok) return requeued;
      publisher.changed(uploadId);
      const { requeued: queued, chosenAgain, discovered, left, failed } = requeued.value;
      return success({ items: queued + discovered, chosenAgain, left, failed });
    },
    'uploads.pause': async ({ uploadId, finishParts }) => {
      if (finishParts) core.runs.finish(uploadId);
      else await core.runs.stopSending(uploadId);
      return success(undefined);
    },
    'uploads.failUnavailableSources': ({ uploadId }) => {
      engine.failUnavailableSources(uploadId);
      return success(undefined);
    },
    'uploads.removeLimits': ({ uploadId }) => {
      const removed = removeLimits(core, uploadId);
      if (removed.ok) publisher.changed(uploadId);
      return removed;
    },
    'uploads.cancel': async ({ uploadId }) => {
      // First: its rule must not take it for one that a person paused.
      const cancelled = await engine.cancel(uploadId);
      await core.runs.stopSending(uploadId);
      publisher.changed(uploadId);
      return cancelled;
    },
    'uploads.sandboxDeleted': async () => {
      for (const id of await recordSandboxDeletion(core)) publisher.changed(id);
      return success(undefined);
    },
    'uploads.packing': ({ uploadId }) => success({ ...core.repositories.packs.count(uploadId) }),
    'uploads.items': async (query) => success(await queries.query('items', query)),
    'uploads.parts': ({ uploadId, itemId }) => success(readParts(core, uploadId, itemId)),
    'uploads.part': ({ itemId, number }) => success(readPart(core, itemId, number)),
    'uploads.speed': ({ uploadId }) => {
      const history = core.progress.live(uploadId)?.history;
      const { everyMs, bytesPerSecond } = history ?? { everyMs: 1, bytesPerSecond: [] };
      return success({ everyMs, endMs: Date.now(), bytesPerSecond: [...bytesPerSecond] });
    },
    'uploads.log': async ({ uploadId, offset, limit }) =>
      success(await queries.query('log', uploadId, offset, limit)),
  };
}
