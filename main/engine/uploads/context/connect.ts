import { createHash } from 'node:crypto';
import { type Result, success } from '../../../../preload/contract/failures/failure.ts';
import type { Profile } from '../../platform/profile.ts';
import { loadProfile } from '../../platform/profile-file.ts';
import { openSession, type Session } from '../../platform/session.ts';
import type { SessionKey } from '../../platform/session-pool.ts';
import type { Account, Connection } from '../../types/connection.ts';
import type { EngineContext } from './engine-context.ts';

/** Opens a session and puts it into the pool, in place of an earlier one of the same server and key. */
export function connect(context: EngineContext, connection: Connection): Promise<Result<Account>> {
  const { sessions, progress, repositories, rateLimiters, version, tasks } = context;
  return tasks.run(async (closing) => {
    let session: Session | null = null;
    const opened = await openSession(connection, {
      rateLimiters,
      userAgent: `Lading/${version}`,
      onWaiting: (wait) => {
        for (const [id, live] of progress.entries()) {
          const key = repositories.uploads.sessionKey(id);
          if (key !== null && sessions.find(key) === session)
            live.waiting(wait === null ? null : { ...wait, path: null });
        }
      },
      signal: closing,
    });
    if (!opened.ok) return opened;
    session = opened.value;
    return success(await sessions.add(session, settingsHash(connection, session)));
  });
}

/** The profile of the upload's connection; while nothing is connected, the one in its file. */
export async function uploadProfile(
  { sessions }: Pick<EngineContext, 'sessions'>,
  upload: SessionKey & Pick<Session, 'profilePath'>,
): Promise<Result<Profile>> {
  const session = sessions.find(upload);
  return session === null ? loadProfile(upload.profilePath ?? undefined) : success(session.platform.profile);
}

/** Another key is used from now on. Transfers over this session may finish first. */
export function closeSessionWhenIdle({ sessions, tasks }: EngineContext, key: SessionKey): void {
  void tasks.track(sessions.closeWhenIdle(key));
}

/** Equal for two connections that reach the same platform in the same way with the same key. Reveals nothing. */
function settingsHash({ apiKey, profilePath, form }: Connection, { route, platform }: Session): string {
  const settings = JSON.stringify([apiKey, profilePath, form ?? null, route, platform.profile]);
  return createHash('sha256').update(settings).digest('hex');
}
