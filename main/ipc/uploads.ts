import { type Failed, failure, type Result, success } from '../../preload/contract/failure.ts';
import type { Timestamped } from '../../preload/contract/timestamp.ts';
import type { ReceiptSigningKey } from '../app/signing-key.ts';
import type { TimestampSettings } from '../engine/index.ts';
import type { EngineHost } from '../processes/engine-host.ts';
import type { PathGrants } from '../uploads/path-grants.ts';
import type { UploadStarter } from '../uploads/upload-starter.ts';
import type { UploadTracker } from '../uploads/upload-tracker.ts';
import type { Dialogs } from '../window/dialogs.ts';
import { dialogWords, fileNames, logHeadText } from '../words.ts';
import type { Handlers } from './dispatcher.ts';
import { suggestedFileName } from './suggested-file-name.ts';

export interface UploadsDependencies {
  readonly engine: Pick<EngineHost, 'call'>;
  readonly starter: Pick<UploadStarter, 'start' | 'resume'>;
  readonly tracker: Pick<UploadTracker, 'find'>;
  readonly dialogs: Pick<Dialogs, 'chooseSavePath'>;
  readonly signingKey: ReceiptSigningKey;
  /** The time-stamping authority, if a person chose one, and how to reach it. */
  readonly timestamps: () => Promise<Result<TimestampSettings | null>>;
  readonly pathGrants: Pick<PathGrants, 'revokeOf'>;
  readonly now?: () => Date;
}

interface GivenLinks {
  readonly uploadId: number;
  readonly links: readonly string[];
}

type Names =
  | 'uploads.start'
  | 'uploads.retryFailed'
  | 'uploads.saveReceipt'
  | 'receipts.signingKey'
  | 'uploads.saveLogHead'
  | 'preflight.exportFindings'
  | 'uploads.exportItems'
  | 'uploads.exportList';

export function uploadHandlers({
  engine,
  starter,
  tracker,
  dialogs,
  signingKey,
  timestamps,
  pathGrants,
  now = () => new Date(),
}: UploadsDependencies): Handlers<Names> {
  const nameOf = (uploadId: number): string => tracker.find(uploadId)?.name ?? fileNames.upload(uploadId);
  /** Of the receipts that were saved, by upload. The window must not say what their log head is. */
  const saved = new Map<number, { readonly head: string; readonly fingerprint: string | null }>();
  const chooseSavePath = (title: string, name: string, extension: string): Promise<string | null> =>
    dialogs.chooseSavePath(title, suggestedFileName(name, extension), extension);

  /** Why links that a person entered can't be used; null if they can. */
  async function refusedLink({ uploadId, links }: GivenLinks): Promise<Failed | null> {
    const malformed = malformedLink(links);
    if (malformed !== null || links.length === 0) return malformed;
    const provided = await engine.call('uploads.provideLinks', { uploadId, links: [...links] });
    return provided.ok ? null : provided;
  }

  return {
    async 'uploads.start'(argument) {
      const refused = await refusedLink(argument);
      if (refused !== null) return refused;
      const started = await starter.start(argument);
      if (started.ok) pathGrants.revokeOf(argument.uploadId);
      return started;
    },
    async 'uploads.retryFailed'({ uploadId, links }) {
      const refused = await refusedLink({ uploadId, links });
      if (refused !== null) return refused;
      const queued = await engine.call('uploads.requeueFailed', { uploadId });
      if (!queued.ok || queued.value.items === 0) return queued;
      const started = await starter.resume({ uploadId, links });
      return started.ok ? queued : started;
    },
    async 'uploads.saveReceipt'({ uploadId, format }) {
      const path = await chooseSavePath(
        dialogWords.saveReceipt,
        fileNames.receipt(nameOf(uploadId), now()),
        format,
      );
      if (path === null) return success(null);
      const authority = format === 'json' ? await timestamps() : success(null);
      const written = await engine.call('receipts.write', {
        uploadId,
        format,
        path,
        signingKey: await signingKey.read(),
        timestamps: authority.ok ? authority.value : null,
      });
      if (!written.ok) return written;
      const { head, signedWith, problems } = written.value;
      saved.set(uploadId, { head, fingerprint: signedWith.ok ? signedWith.value.fingerprint : null });
      // A proxy that can't be used costs the time stamp, not the receipt.
      const timestamp: Timestamped | null = authority.ok
        ? written.value.timestamp
        : { ok: false, problem: { code: 'no-route', failure: authority.failure } };
      return success({ path, head, signedWith, timestamp, problems: [...problems] });
    },
    async 'receipts.signingKey'() {
      return engine.call('receipts.signingKey', { signingKey: await signingKey.read() });
    },
    async 'uploads.saveLogHead'({ uploadId }) {
      const receipt = saved.get(uploadId);
      if (receipt === undefined) return success(null);
      const upload = nameOf(uploadId);
      const path = await chooseSavePath(dialogWords.saveLogHead, fileNames.logHead(upload, now()), 'txt');
      if (path === null) return success(null);
      const text = logHeadText(upload, receipt.head, receipt.fingerprint, now());
      const written = await engine.call('exports.text', { path, text });
      return written.ok ? success({ path }) : written;
    },
    async 'uploads.exportItems'(query) {
      const path = await chooseSavePath(
        dialogWords.exportFiles,
        fileNames.files(nameOf(query.uploadId), query.states, now()),
        'csv',
      );
      if (path === null) return success(null);
      const written = await engine.call('exports.items', { ...query, path });
      return written.ok ? success({ path }) : written;
    },
    async 'preflight.exportFindings'(filter) {
      const path = await chooseSavePath(
        dialogWords.exportFindings,
        fileNames.findings(nameOf(filter.uploadId), now()),
        'csv',
      );
      if (path === null) return success(null);
      const written = await engine.call('exports.findings', { ...filter, path });
      return written.ok ? success({ path }) : written;
    },
    async 'uploads.exportList'() {
      const path = await chooseSavePath(dialogWords.exportUploads, fileNames.uploads(now()), 'csv');
      if (path === null) return success(null);
      const written = await engine.call('exports.uploads', { path });
      return written.ok ? success({ path }) : written;
    },
  };
}

/** By position only: text that isn't a link may still contain a secret. */
function malformedLink(links: readonly string[]): Failed | null {
  const index = links.findIndex((link) => !/^https?:\/\//i.test(link) || !URL.canParse(link));
  return index === -1 ? null : failure('link-malformed', { position: index + 1 });
}
