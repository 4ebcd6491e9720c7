import type { UploadView } from '../../../preload/contract/views/views.ts';
import type { Upload } from '../store/uploads/upload-repository.ts';

/** An upload as the window shows it. */
export function toUploadView(upload: Upload, connectionId: string | null): UploadView {
  const { request } = upload;
  return {
    id: upload.id,
    name: upload.datasetName,
    state: upload.state,
    createdAt: upload.createdAt,
    startedAt: upload.startedAt,
    finishedAt: upload.finishedAt,
    sendingMs: upload.sendingMs,
    connectionId,
    serverUrl: upload.serverUrl,
    isSandbox: upload.isSandbox,
    databaseId: upload.databaseId,
    databaseName: upload.databaseName,
    datasetId: upload.datasetId,
    datasetName: upload.datasetName,
    datasetDescription: 'description' in request.dataset ? request.dataset.description : null,
    sources: [...request.sources, ...request.links.map((link) => link.shown)],
    totals: upload.totals,
    exceptions: upload.exceptions,
    withheld: upload.withheld,
    withheldFor: [...upload.withheldFor],
    cancelled: upload.cancelled,
    links: upload.links,
    unreadFolders: upload.unreadFolders,
    acknowledgedBytes: upload.acknowledgedBytes + upload.totals.accepted.bytes,
    custodian: request.custodian,
    custodianRules: request.custodianRules,
    custodianNames: request.custodianNames ?? [],
    leaveUnassigned: request.leaveUnassigned ?? false,
    settings: { ...request.settings },
    sha1: request.sha1,
    partCheck: request.partCheck,
    limits: ownLimits(upload),
    stoppedBy: upload.stoppedBy,
    hashLists: upload.hashLists,
    inspection: upload.inspection,
    watchRuleId: request.watch?.ruleId ?? null,
  };
}

/** The window has the parallel parts of all uploads in its settings. */
function ownLimits({ limits: { bytesPerSecond, hours } }: Upload): UploadView['limits'] {
  return {
    ...(bytesPerSecond === undefined
      ? {}
      : { bytesPerSecond: Number.isFinite(bytesPerSecond) ? bytesPerSecond : null }),
    ...(hours === undefined ? {} : { hours }),
  };
}
