import { readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Result, success } from '../../../../preload/contract/failures/failure.ts';
import type { Limits } from '../../platform/profile.ts';
import { sandboxAddressName, sandboxFolderName } from '../../store/files/own-names.ts';
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

export function planConditions(
  {
    earlier: { lineSpeeds },
    bandwidth,
    dataFolder,
    rateLimiters,
  }: Pick<EngineContext, 'earlier' | 'bandwidth' | 'dataFolder' | 'rateLimiters'>,
  { limits: own, serverUrl, isSandbox }: Pick<UploadSummary, 'limits' | 'serverUrl' | 'isSandbox'>,
  limits: Limits,
): PlanConditions {
  return {
    limits: rateLimiters.allowed(limits),
    bandwidth: bandwidth.ofUpload(own).plan,
    measured: lineSpeeds.measurements(serverUrl),
    sandboxDisk: isSandbox ? sandboxDisk(dataFolder, serverUrl) : null,
  };
}

const runningSandbox = z.object({ url: z.url() });

/** The disk of the data folder's own sandbox; null where another one runs at the address, which keeps its files elsewhere. */
function sandboxDisk(dataFolder: string, serverUrl: string): PlanConditions['sandboxDisk'] {
  const path = join(dataFolder, sandboxFolderName);
  try {
    const { url } = runningSandbox.parse(JSON.parse(readFileSync(join(path, sandboxAddressName), 'utf8')));
    if (new URL(url).origin !== new URL(serverUrl).origin) return null;
    const { bavail, bsize } = statfsSync(path);
    return { path, freeBytes: bavail * bsize };
  } catch {
    return null;
  }
}
