/**
 * What a project holds over time. Its history is stored; what was uploaded is added to it, so that billing follows the
 * uploads.
 */

/** platform-interface 2.6 shows ACTIVE. The other spellings are the sandbox's own; a client must not rely on them. */
export const billingStates = ['ACTIVE', 'SUSPENDED', 'FROZEN', 'DELETED'] as const;
export type BillingState = (typeof billingStates)[number];

export interface DataBytes {
  readonly nativeBytes: number;
  readonly processedBytes: number;
  readonly producedBytes: number;
}

/** Applies from `atMs` (Unix time) until the next point. */
export interface TimelinePoint extends DataBytes {
  readonly atMs: number;
  /** Early Case Assessment storage; otherwise standard. */
  readonly eca: boolean;
  readonly state: BillingState;
  /** While a deletion is requested, and once it was done. */
  readonly deletionRequested: boolean;
}

/** Bytes that arrived at `atMs`. */
export interface UploadedBytes {
  readonly atMs: number;
  readonly nativeBytes: number;
  readonly processedBytes: number;
}

const nothing: DataBytes = { nativeBytes: 0, processedBytes: 0, producedBytes: 0 };

/**
 * Both lists are in the order of time. A deleted project holds nothing. What was uploaded before a project existed counts
 * from its creation: a complete project has all documents of its database (platform-interface 1.2).
 */
export function timelineOf(
  history: readonly TimelinePoint[],
  uploads: readonly UploadedBytes[],
): readonly TimelinePoint[] {
  const points: TimelinePoint[] = [];
  let kept: TimelinePoint | undefined;
  let uploaded = nothing;
  const add = (atMs: number): void => {
    if (kept === undefined) return;
    points.push({ ...kept, ...(kept.state === 'DELETED' ? nothing : added(kept, uploaded)), atMs });
  };
  let next = 0;
  const addUploads = (untilMs: number): void => {
    for (let upload = uploads[next]; upload !== undefined && upload.atMs < untilMs; upload = uploads[next]) {
      uploaded = added(uploaded, { ...upload, producedBytes: 0 });
      add(upload.atMs);
      next += 1;
    }
  };
  for (const point of history) {
    addUploads(point.atMs);
    kept = point;
    add(point.atMs);
  }
  addUploads(Number.POSITIVE_INFINITY);
  return points;
}

function added(a: DataBytes, b: DataBytes): DataBytes {
  return {
    nativeBytes: a.nativeBytes + b.nativeBytes,
    processedBytes: a.processedBytes + b.processedBytes,
    producedBytes: a.producedBytes + b.producedBytes,
  };
}
