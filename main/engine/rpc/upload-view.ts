import { isLoopbackHost } from '../../../preload/contract/loopback.ts';
import type { UploadView } from '../../../preload/contract/views.ts';
import type { Upload } from '../store/uploads.ts';
import type { DeskConnection } from './protocol.ts';

/** An upload as the window is shown it. */
export function uploadView(
  upload: Upload,
  connections: Iterable<DeskConnection & { readonly keyId: string }>,
): UploadView {
  const known = [...connections].filter((one) => one.serverUrl === upload.serverUrl);
  const connection = known.find((one) => one.keyId === upload.keyId) ?? known.at(-1) ?? null;
  const { request } = upload;
  return {
    id: upload.id,
    name: upload.datasetName,
    state: upload.state,
    createdAt: upload.createdAt,
    finishedAt: upload.finishedAt,
    connectionId: connection?.connectionId ?? null,
    serverUrl: upload.serverUrl,
    isSandbox: connection?.isSandbox ?? isLoopbackHost(URL.parse(upload.serverUrl)?.hostname ?? ''),
    databaseId: upload.databaseId,
    databaseName: upload.databaseName,
    datasetId: upload.datasetId,
    datasetName: upload.datasetName,
    sources: [...request.sources, ...request.links.map((link) => link.shown)],
    totals: upload.totals,
    acknowledgedBytes: upload.acknowledgedBytes + upload.totals.accepted.bytes,
    custodian: request.custodian,
    custodianRule: request.custodianRule,
    settings: { ...request.settings },
    sha1: request.sha1,
    partCheck: request.partCheck,
    stoppedBy: upload.stoppedBy,
  };
}
