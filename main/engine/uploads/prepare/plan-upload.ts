import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import { type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { bandwidthPlan } from '../../../../preload/contract/views/bandwidth-schedule.ts';
import type { Limits } from '../../platform/profile.ts';
import { sandboxFolderName } from '../../store/files/own-names.ts';
import type { UploadId } from '../../types/ids.ts';
import type { UploadPlan, UploadSummary } from '../../types/uploads.ts';
import { uploadProfile } from '../context/connect.ts';
import type { EngineContext } from '../context/engine-context.ts';
import { uploadNotFound } from '../context/read-uploads.ts';
import { type PlanConditions, planInventory } from './plan-inventory.ts';

/** What would be sent, and what it costs at the limits of the upload's platform. */
export async function planUpload(context: EngineContext, id: UploadId): Promise<Result<UploadPlan>> {
  const { repositories, earlier } = context;
  const upload = repositories.uploads.get(id);
  if (upload === null) return uploadNotFound(id);
  const profile = await uploadProfile(context, upload);
  if (!profile.ok) return profile;
  const conditions = planConditions(context, upload, profile.value.limits);
  return success(planInventory(repositories, id, conditions, earlier));
}

/** A limit that was kept with the upload beats the one over everything that is sent. */
export function planConditions(
  {
    repositories: { uploads },
    earlier: { lineSpeeds },
    bandwidth,
    dataFolder,
  }: Pick<EngineContext, 'repositories' | 'earlier' | 'bandwidth' | 'dataFolder'>,
  { id, serverUrl, isSandbox }: Pick<UploadSummary, 'id' | 'serverUrl' | 'isSandbox'>,
  limits: Limits,
): PlanConditions {
  return {
    limits,
    bandwidth: bandwidthPlan(uploads.limits(id), bandwidth.plan),
    measured: lineSpeeds.measurements(serverUrl),
    sandboxDisk: isSandbox ? sandboxDisk(dataFolder) : null,
  };
}

/** Of the data folder's own sandbox. Null where there is none: then the sandbox keeps its files elsewhere. */
function sandboxDisk(dataFolder: string): PlanConditions['sandboxDisk'] {
  const path = join(dataFolder, sandboxFolderName);
  try {
    const { bavail, bsize } = statfsSync(path);
    return { path, freeBytes: bavail * bsize };
  } catch {
    return null;
  }
}
