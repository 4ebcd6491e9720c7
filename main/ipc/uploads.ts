import { failure, success } from '../../preload/contract/failure.ts';
import type { EngineHost } from '../processes/engine-host.ts';
import type { SandboxHost } from '../processes/sandbox-host.ts';
import type { Sources } from '../uploads/path-grants.ts';
import type { Activity } from '../uploads/upload-tracker.ts';
import type { Dialogs } from '../window/dialogs.ts';
import type { Handlers } from './dispatcher.ts';
import { fileNameFor } from './suggested-file-name.ts';

export interface UploadsDesk {
  readonly engine: EngineHost;
  readonly activity: Activity;
  readonly sources: Sources;
  readonly dialogs: Dialogs;
  readonly sandbox: Pick<SandboxHost, 'view'>;
  /** Where the sample matter lies: what there is to practise with. Null where this installation has none. */
  readonly sampleMatter: string | null;
}

type Names =
  | 'sources.choose'
  | 'sources.sample'
  | 'drafts.create'
  | 'uploads.start'
  | 'uploads.retryFailed'
  | 'uploads.saveReceipt'
  | 'uploads.exportItems'
  | 'uploads.exportList';

export function uploadHandlers(desk: UploadsDesk): Handlers<Names> {
  const { engine, activity, sources, dialogs } = desk;
  const nameOf = (uploadId: number): string => activity.upload(uploadId)?.name ?? `Upload ${uploadId}`;
  return {
    'sources.choose': async ({ kind }) => sources.add(await dialogs.choose(kind)),
    async 'sources.sample'() {
      if (desk.sandbox.view.kind !== 'running') {
        return failure('bad-input', 'The sample matter is for practice. Start practising first.');
      }
      if (desk.sampleMatter === null) {
        return failure(
          'path-missing',
          'This installation carries no sample matter. Choose a folder of your own.',
        );
      }
      return sources.add([desk.sampleMatter]);
    },
    async 'drafts.create'({ sourceIds, ...draft }) {
      const paths = sources.paths(sourceIds);
      if (!paths.ok) return paths;
      const created = await engine.ask('drafts.scan', { ...draft, sources: paths.value });
      if (created.ok) activity.keepLinks(created.value.id, draft.links);
      return created;
    },
    async 'uploads.start'(argument) {
      const bad = notLinks(argument.links);
      if (bad !== null) return bad;
      activity.keepLinks(argument.uploadId, argument.links);
      return engine.ask('uploads.run', argument);
    },
    async 'uploads.retryFailed'({ uploadId, links }) {
      const bad = notLinks(links);
      if (bad !== null) return bad;
      activity.keepLinks(uploadId, links);
      const queued = await engine.ask('uploads.requeueFailed', { uploadId });
      if (!queued.ok || queued.value.items === 0) return queued;
      const started = await engine.ask('uploads.run', {
        uploadId,
        links: [...activity.linksOf(uploadId)],
        held: 'ask',
      });
      return started.ok ? queued : started;
    },
    async 'uploads.saveReceipt'({ uploadId, format }) {
      const suggested = fileNameFor(`Receipt ${nameOf(uploadId)}`, format);
      const path = await dialogs.save('Save the receipt', suggested, format);
      if (path === null) return success(null);
      const written = await engine.ask('receipts.write', { uploadId, format, path });
      return written.ok ? success({ path, head: written.value.head }) : written;
    },
    async 'uploads.exportItems'(query) {
      const path = await dialogs.save(
        'Export the files',
        fileNameFor(`Files ${nameOf(query.uploadId)}`, 'csv'),
        'csv',
      );
      if (path === null) return success(null);
      const written = await engine.ask('exports.items', { ...query, path });
      return written.ok ? success({ path }) : written;
    },
    async 'uploads.exportList'() {
      const path = await dialogs.save('Export the uploads', fileNameFor('Uploads', 'csv'), 'csv');
      if (path === null) return success(null);
      const written = await engine.ask('exports.uploads', { path });
      return written.ok ? success({ path }) : written;
    },
  };
}

/** Without the words themselves: what is no link may still hold a secret. */
function notLinks(links: readonly string[]): ReturnType<typeof failure> | null {
  const index = links.findIndex((link) => !URL.canParse(link));
  if (index === -1) return null;
  return failure('bad-input', `Line ${index + 1} is not a link. A link begins with https://.`);
}
