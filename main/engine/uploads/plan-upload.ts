import type { UploadId } from '../types/ids.ts';
import type { UploadPlan } from '../types/uploads.ts';
import { type EngineContext, requireSession } from './engine-context.ts';
import { planInventory } from './plan-inventory.ts';

/** What would be sent, and what it costs at the limits of the upload's platform. */
export function planUpload({ repositories, sessions }: EngineContext, id: UploadId): UploadPlan {
  const key = repositories.uploads.sessionKey(id);
  if (key === null) throw new Error(`There is no upload ${id}`);
  return planInventory(repositories, id, requireSession(sessions.find(key)).platform.profile.limits);
}
