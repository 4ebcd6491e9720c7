import type { ContentType } from '../../../../preload/contract/views/content-type.ts';
import type { NewFinding } from '../../../../preload/contract/views/finding.ts';
import { linkFollower } from '../../sources/source-handle.ts';
import { absolutePath } from '../../types/source-path.ts';
import { type InspectEnvironment, inspectFile } from './inspect-file.ts';
import type { InspectJob, InspectResult } from './inspect-protocol.ts';
import type { InspectionFound } from './inspection-codes.ts';
import { unreadFindings } from './unread-findings.ts';

/** A result ends where the archives in it have so many folders: a thread keeps no more of them. */
const foldersPerResult = 50_000;
/** And after so long: what was found is stored, and isn't lost if Lading is killed in the middle of slow files. */
const resultAfterMs = 250;

/**
 * Inspects the files of a job one after the other. A check that fails, which is a bug, costs only its own file. `onFile` is
 * called before each with its index.
 */
export function* inspectJob(
  job: InspectJob,
  environment: Omit<InspectEnvironment, 'followLink'> & { readonly onFile: (index: number) => void },
): Generator<InspectResult> {
  const { rootPath, folders, files, links } = job;
  let types: (ContentType | null)[] = [];
  let findings: NewFinding[] = [];
  let listings: { itemId: number; listing: InspectResult['listings'][number]['listing'] }[] = [];
  let listedFolders = 0;
  let startedAt = performance.now();
  let mayBeAway = false;
  const follows = linkFollower(links);
  for (const [index, file] of files.entries()) {
    environment.onFile(index);
    const { itemId, name, nameBytes } = file;
    const folder = folders[file.folder] ?? { path: '', pathBytes: null };
    const path = absolutePath(rootPath, folder.path, folder.pathBytes, name, nameBytes);
    const add = (found: InspectionFound): void => void findings.push({ ...found, itemId, path: null });
    for (const found of unreadFindings(job, file)) add(found);
    try {
      const inspected = inspectFile(path, file, { ...environment, followLink: follows(path) });
      types.push(inspected.type);
      for (const found of inspected.findings) add(found);
      if (inspected.listing !== null) {
        listings.push({ itemId, listing: inspected.listing });
        listedFolders += inspected.listing.folders.length;
      }
      mayBeAway ||= inspected.mayBeAway;
    } catch {
      types.push(null);
      add({ code: 'not-checked', details: { files: 1, why: 'check-failed' } });
    }
    const isDue = listedFolders >= foldersPerResult || performance.now() - startedAt >= resultAfterMs;
    if (!isDue && index < files.length - 1) continue;
    yield { types, findings, listings, mayBeAway };
    startedAt = performance.now();
    [types, findings, listings, listedFolders] = [[], [], [], 0];
  }
}
