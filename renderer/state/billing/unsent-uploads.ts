import { isUnfinished } from '../../../preload/contract/views/upload-stage.ts';
import type { UploadView } from '../../../preload/contract/views/views.ts';

/** What unfinished uploads will still add to a database, before the platform expands containers. */
export interface UnsentUploads {
  readonly uploads: number;
  readonly files: number;
  readonly bytes: number;
  /** Direct links, whose sizes are unknown. */
  readonly links: number;
}

type CountedUpload = Pick<
  UploadView,
  'state' | 'serverUrl' | 'databaseId' | 'totals' | 'links' | 'unreadFolders'
>;

/** Drafts, running and paused uploads to the databases of a server. With a database ID of null, to all of its databases. Pure. */
export function unsentUploads(
  uploads: readonly CountedUpload[],
  { serverUrl, databaseId }: { readonly serverUrl: string; readonly databaseId: number | null },
): UnsentUploads {
  const coming = uploads
    .filter(
      (upload) =>
        isUnfinished(upload) &&
        upload.serverUrl === serverUrl &&
        (databaseId === null || upload.databaseId === databaseId),
    )
    .map(remaining)
    .filter(({ files, links }) => files + links > 0);
  return {
    uploads: coming.length,
    files: sum(coming, ({ files }) => files),
    bytes: sum(coming, ({ bytes }) => bytes),
    links: sum(coming, ({ links }) => links),
  };
}

/** What waits or is being uploaded. What failed or needs review may never be sent. */
function remaining({ totals: { queued, uploading, handedOver }, links }: CountedUpload) {
  const openLinks = Math.max(0, links - handedOver.items);
  const items = queued.items + uploading.items;
  return {
    links: Math.min(openLinks, items),
    files: Math.max(0, items - openLinks),
    bytes: queued.bytes + uploading.bytes,
  };
}

function sum<Row>(rows: readonly Row[], value: (row: Row) => number): number {
  return rows.reduce((total, row) => total + value(row), 0);
}
