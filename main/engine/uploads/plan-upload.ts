import type { Limits } from '../platform/profile.ts';
import { bandwidthPlan } from '../transfer/bandwidth-limiter.ts';
import type { UploadId } from '../types/ids.ts';
import type { UploadPlan } from '../types/uploads.ts';
import { type EngineContext, requireSession } from './engine-context.ts';
import { type PlanConditions, planInventory } from './plan-inventory.ts';

/** What would be sent, and what it costs at the limits of the upload's platform. */
export function planUpload(context: EngineContext, id: UploadId): UploadPlan {
  const { repositories, sessions } = context;
  const key = repositories.uploads.sessionKey(id);
  if (key === null) throw new Error(`There is no upload ${id}`);
  const { limits } = requireSession(sessions.find(key)).platform.profile;
  return planInventory(repositories, id, planConditions(context, id, key.serverUrl, limits));
}

/** A limit that was kept with the upload beats the one over everything that is sent. */
export function planConditions(
  { repositories: { uploads, lineSpeeds }, bandwidth }: Pick<EngineContext, 'repositories' | 'bandwidth'>,
  id: UploadId,
  serverUrl: string,
  limits: Limits,
): PlanConditions {
  const { bytesPerSecond, hours } = uploads.limits(id);
  const isKept = bytesPerSecond !== undefined || hours !== undefined;
  return {
    limits,
    bandwidth: isKept ? bandwidthPlan(uploads.limits(id)) : bandwidth.plan,
    measured: lineSpeeds.measurements(serverUrl),
  };
}
