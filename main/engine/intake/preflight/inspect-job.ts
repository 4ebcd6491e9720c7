import type { ContentType } from '../../../../preload/contract/content-type.ts';
import type { Found, NewFinding } from '../../../../preload/contract/finding.ts';
import { linkFollower } from '../../sources/source-handle.ts';
import { absolutePath } from '../../types/source-path.ts';
import { type InspectEnvironment, inspectFile } from './inspect-file.ts';
import type { InspectJob, InspectResult } from './inspect-protocol.ts';
import { nameFindings, pathFindings } from './name-findings.ts';
import { timeFindings } from './time-findings.ts';

/** Inspects the files of a job one after the other. A check that fails, which is a bug, costs only its own file. */
export function inspectJob(
  { rootPath, folders, files, links, maxFileBytes }: InspectJob,
  environment: Omit<InspectEnvironment, 'followLink'>,
): InspectResult {
  const types: (ContentType | null)[] = [];
  const findings: NewFinding[] = [];
  const listings: { itemId: number; listing: InspectResult['listings'][number]['listing'] }[] = [];
  let mayBeAway = false;
  const follows = linkFollower(links);
  const nowNs = BigInt(Date.now()) * 1_000_000n;
  for (const file of files) {
    const { itemId, name, nameBytes, sizeBytes, mtimeNs } = file;
    const folder = folders[file.folder] ?? { path: '', pathBytes: null };
    const path = absolutePath(rootPath, folder.path, folder.pathBytes, name, nameBytes);
    const add = (found: Found): void => void findings.push({ ...found, itemId, path: null });
    for (const found of nameFindings(name, nameBytes === null)) add(found);
    for (const found of pathFindings(folder.path, name)) add(found);
    for (const found of timeFindings(mtimeNs, nowNs)) add(found);
    if (maxFileBytes !== null && sizeBytes > maxFileBytes)
      add({ code: 'too-large', details: { sizeBytes, maxFileBytes } });
    try {
      const inspected = inspectFile(path, file, { ...environment, followLink: follows(path) });
      types.push(inspected.type);
      for (const found of inspected.findings) add(found);
      if (inspected.listing !== null) listings.push({ itemId, listing: inspected.listing });
      mayBeAway ||= inspected.mayBeAway;
    } catch {
      types.push(null);
      add({ code: 'not-checked', details: { files: 1, why: 'check-failed' } });
    }
  }
  return { types, findings, listings, mayBeAway };
}
