import { type Failed, type Result, success } from '../../preload/contract/failures/failure.ts';
import type { UploadId } from '../../preload/contract/views/ids.ts';
import type { Timestamped } from '../../preload/contract/views/timestamp.ts';
import { checkWebAddresses } from '../../preload/contract/web-address.ts';
import type { ReceiptSigningKey } from '../app/signing-key.ts';
import type { TimestampSettings } from '../engine/index.ts';
import type { EngineHost } from '../processes/engine-host.ts';
import type { UploadStarter } from '../uploads/upload-starter.ts';
import type { UploadTracker } from '../uploads/upload-tracker.ts';
import { logHeadText } from '../words.ts';
import type { MainHandlers } from './dispatcher.ts';
import type { PathGrants } from './path-grants.ts';

export interface UploadsDependencies {
  readonly engine: Pick<EngineHost, 'call'>;
  readonly starter: Pick<UploadStarter, 'start' | 'resume'>;
  readonly tracker: Pick<UploadTracker, 'find'>;
  readonly signingKey: ReceiptSigningKey;
  /** The time-stamping authority, if a person chose one, and how to reach it. */
  readonly timestamps: () => Promise<Result<TimestampSettings | null>>;
  readonly pathGrants: Pick<PathGrants, 'revokeOf'>;
  readonly now?: () => Date;
}

interface GivenLinks {
  readonly uploadId: UploadId;
  readonly links: readonly string[];
}

type Names =
  | 'uploads.start'
  | 'uploads.retryFailed'
  | 'uploads.saveReceipt'
  | 'receipts.signingKey'
  | 'uploads.saveLogHead';

export function uploadHandlers({
  engine,
  starter,
  tracker,
  signingKey,
  timestamps,
  pathGrants,
  now = () => new Date(),
}: UploadsDependencies): MainHandlers<Names> {
  /** The log heads of the receipts that were saved, by upload. The window must not say what their log head is. */
  const saved = new Map<number, { readonly head: string; readonly fingerprint: string | null }>();

  /** Why links that a person entered can't be used; null if they can. */
  async function refusedLink({ uploadId, links }: GivenLinks): Promise<Failed | null> {
    const checked = checkWebAddresses(links);
    if (!checked.ok) return checked;
    if (links.length === 0) return null;
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
      if (!queued.ok || queued.value.items + queued.value.chosenAgain === 0) return queued;
      const started = await starter.resume({ uploadId, links });
      return started.ok ? queued : started;
    },
    async 'uploads.saveReceipt'({ uploadId, format, path }) {
      const authority = format === 'json' ? await timestamps() : success(null);
      const written = await engine.call('receipts.write', {
        uploadId,
        format,
        path,
        signingKey: await signingKey.read(),
        timestamps: authority.ok ? authority.value : null,
      });
      if (!written.ok) return written;
      const { head, signedWith, problems, profileChange } = written.value;
      saved.set(uploadId, { head, fingerprint: signedWith.ok ? signedWith.value.fingerprint : null });
      // A proxy that can't be used costs the time stamp, not the receipt.
      const timestamp: Timestamped | null = authority.ok
        ? written.value.timestamp
        : { ok: false, problem: { code: 'no-route', failure: authority.failure } };
      return success({ head, signedWith, timestamp, problems: [...problems], profileChange });
    },
    async 'receipts.signingKey'() {
      return engine.call('receipts.signingKey', { signingKey: await signingKey.read() });
    },
    async 'uploads.saveLogHead'({ uploadId, path }) {
      const receipt = saved.get(uploadId);
      if (receipt === undefined) return success(false);
      const upload = tracker.find(uploadId)?.name ?? String(uploadId);
      const text = logHeadText(upload, receipt.head, receipt.fingerprint, now());
      const written = await engine.call('exports.text', { path, text });
      return written.ok ? success(true) : written;
    },
  };
}
