import { type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { bandwidthPlan } from '../../../../preload/contract/views/bandwidth-schedule.ts';
import type { Limits } from '../../platform/profile.ts';
import type { UploadId } from '../../types/ids.ts';
import type { UploadPlan } from '../../types/uploads.ts';
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
  const conditions = planConditions(context, id, upload.serverUrl, profile.value.limits);
  return success(planInventory(repositories, id, conditions, earlier));
}

/** A limit that was kept with the upload beats the one over everything that is sent. */
export function planConditions(
  {
    repositories: { uploads },
    earlier: { lineSpeeds },
    bandwidth,
  }: Pick<EngineContext, 'repositories' | 'earlier' | 'bandwidth'>,
  id: UploadId,
  serverUrl: string,
  limits: Limits,
): PlanConditions {
  return {
    limits,
    bandwidth: bandwidthPlan(uploads.limits(id), bandwidth.plan),
    measured: lineSpeeds.measurements(serverUrl),
  };
}
