import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import type { Platform } from '../platform/platform.ts';
import type { Profile } from '../platform/profile.ts';
import type { EngineContext } from '../uploads/context/engine-context.ts';
import type { UploadEngine } from '../uploads/engine.ts';
import type { WatchService } from '../watch/watch-service.ts';
import type { OpenConnections } from './open-connections.ts';
import type { EngineAnswer, EngineArgument, EngineCallName, EngineEvent } from './protocol.ts';
import type { QueryThread } from './query-thread.ts';
import type { ReceiptVerifications } from './receipt-verifications.ts';
import type { UploadPublisher } from './upload-publisher.ts';
import type { WatchPublisher } from './watch-publisher.ts';

/** What the handlers of the calls share. */
export interface HandlerContext {
  readonly engine: UploadEngine;
  readonly core: EngineContext;
  readonly queries: QueryThread;
  readonly connections: OpenConnections;
  readonly publisher: UploadPublisher;
  readonly verifications: ReceiptVerifications;
  readonly watch: WatchService;
  readonly watchPublisher: WatchPublisher;
  readonly emit: (event: EngineEvent) => void;
  /** For what nothing waits for. */
  readonly reportBug: (where: string, error: unknown) => void;
}

/** One handler for each call; a missing one does not compile. */
export type EngineHandlers = {
  readonly [Name in EngineCallName]: (
    argument: EngineArgument<Name>,
  ) => Promise<Result<EngineAnswer<Name>>> | Result<EngineAnswer<Name>>;
};

/** The handlers of one or several groups, by the first part of the calls' names. */
export type HandlersOf<Group extends string> = Pick<
  EngineHandlers,
  Extract<EngineCallName, `${Group}.${string}`>
>;

/** Returns null if nothing is connected to the server with that key. */
export function findProfile(
  { core }: HandlerContext,
  key: { readonly serverUrl: string; readonly keyId: string },
): Profile | null {
  return core.sessions.find(key)?.platform.profile ?? null;
}

/** The platform as the connection's own account sees it, never as another account of the same server. */
export function findPlatform({ core, connections }: HandlerContext, connectionId: string): Result<Platform> {
  const connection = connections.find(connectionId);
  if (!connection.ok) return connection;
  const { serverUrl, keyId } = connection.value;
  const session = core.sessions.find(connection.value);
  return session?.account.keyId === keyId
    ? success(session.platform)
    : failure('server-not-connected', { serverUrl });
}
