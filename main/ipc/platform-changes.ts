/**
 * Changes on the platform that the window asks for. A person sees in a native dialog what will change, because a script in
 * the window could ask for anything. The engine describes it by the present state; where that can't be read, the dialog says
 * so.
 */
import { isDeepStrictEqual } from 'node:util';
import { type Failed, failure, type Result, success } from '../../preload/contract/failures/failure.ts';
import type {
  ChangeResult,
  OneChange,
  PlatformChange,
  severalChanges,
} from '../../preload/contract/platform/calls.ts';
import { type ChangeDescription, isDescribed } from '../../preload/contract/platform/change-description.ts';
import { changeText } from '../../preload/contract/texts/change-text.ts';
import type { Connections } from '../connections/connections.ts';
import type { MainCalls } from '../engine/index.ts';
import type { EngineHost } from '../processes/engine-host.ts';
import { changeQuestion } from '../window/change-questions.ts';
import type { Dialogs } from '../window/dialogs.ts';
import type { MainHandlers } from './dispatcher.ts';

export interface PlatformChangesDependencies {
  readonly connections: Pick<Connections, 'views'>;
  readonly engine: Pick<EngineHost, 'call'>;
  readonly dialogs: Pick<Dialogs, 'confirm'>;
}

interface Change<Made> {
  readonly describe: () => Promise<Result<ChangeDescription>>;
  readonly make: () => Promise<Result<Made>>;
}

type Outcome<Answer> =
  | { readonly state: 'done'; readonly answer: Answer }
  | Exclude<ChangeResult, { readonly state: 'done' }>;

export function platformChangeHandlers({
  connections,
  engine,
  dialogs,
}: PlatformChangesDependencies): MainHandlers<PlatformChange | keyof typeof severalChanges> {
  function hostOf(connectionId: string): string | null {
    const connection = connections.views().find(({ id }) => id === connectionId);
    return connection === undefined ? null : new URL(connection.serverUrl).host;
  }

  /**
   * Describes the changes, asks once about all of them, then has the engine make exactly those that were described, one
   * after the other up to the first that fails. A dialog may stay open for long: each is described again just before it is
   * made. If that isn't what the person saw, they are asked again, or the rest isn't made once a change was made. Returns null
   * if the person refused.
   */
  async function makeAll<Answer>(
    connectionId: string,
    changes: readonly Change<Answer>[],
  ): Promise<readonly Outcome<Answer>[] | null> {
    const stopped = (done: readonly Outcome<Answer>[], at: number, { failure: reason }: Failed) =>
      changes.map((_, index): Outcome<Answer> => {
        if (index === at) return { state: 'failed', failure: reason };
        return done[index] ?? { state: 'not-tried' };
      });
    for (;;) {
      const host = hostOf(connectionId);
      if (host === null) return stopped([], 0, failure('connection-not-found'));
      const shown: ChangeDescription[] = [];
      for (const change of changes) {
        const described = await change.describe();
        if (!described.ok) return stopped([], shown.length, described);
        shown.push(described.value);
      }
      const texts = shown.map((description) => changeText(description, host));
      if (!(await dialogs.confirm(changeQuestion(texts, host)))) return null;
      const done: Outcome<Answer>[] = [];
      for (const change of changes) {
        const at = done.length;
        const described = await change.describe();
        if (!described.ok) return stopped(done, at, described);
        const isAsShown = isDeepStrictEqual(described.value, shown[at]) && hostOf(connectionId) === host;
        if (!isAsShown && at === 0) break;
        if (!isAsShown) return stopped(done, at, failure('record-changed'));
        const made = await change.make();
        if (!made.ok) return stopped(done, at, made);
        done.push({ state: 'done', answer: made.value });
      }
      if (done.length > 0) return done;
    }
  }

  function changeOf<Name extends PlatformChange>(
    name: Name,
    wanted: MainCalls[Name]['argument'],
  ): Change<MainCalls[Name]['answer']> {
    const operation = name.replace('platform.', '');
    if (!isDescribed(operation)) throw new Error(`${name} isn't described`);
    return {
      describe: () => engine.call('platform.describeChange', { operation, ...wanted }),
      make: () => engine.call(name, wanted),
    };
  }

  function one<Name extends PlatformChange>(name: Name) {
    return async (
      wanted: MainCalls[Name]['argument'] & { readonly connectionId: string },
    ): Promise<Result<MainCalls[Name]['answer'] | null>> => {
      const made = await makeAll(wanted.connectionId, [changeOf(name, wanted)]);
      const [outcome] = made ?? [];
      if (outcome?.state === 'failed') return { ok: false, failure: outcome.failure };
      return success(outcome?.state === 'done' ? outcome.answer : null);
    };
  }

  /** Fails where other permissions hold than the person was shown in the window. */
  function asShown<Answer>(change: Change<Answer>, before: readonly string[]): Change<Answer> {
    return {
      ...change,
      async describe() {
        const described = await change.describe();
        const now = described.ok ? permissionsNow(described.value) : null;
        const holds = now !== null && isDeepStrictEqual(new Set(now), new Set(before));
        return !described.ok || holds ? described : failure('record-changed');
      },
    };
  }

  function oneOfSeveral(connectionId: string, change: OneChange): Change<unknown> {
    switch (change.name) {
      case 'platform.PatchOrganizationUser':
        return asShown(changeOf(change.name, { connectionId, ...rest(change) }), change.before);
      case 'platform.PutDatabaseUser':
        return asShown(changeOf(change.name, { connectionId, ...rest(change) }), change.before);
      case 'platform.DeleteDatabaseUser':
        return asShown(changeOf(change.name, { connectionId, path: change.path }), change.before);
      case 'platform.ResendInvitation':
        return changeOf(change.name, { connectionId, ...rest(change) });
    }
  }

  return {
    'platform.PostOrganizationUsers': one('platform.PostOrganizationUsers'),
    'platform.PatchOrganizationUser': one('platform.PatchOrganizationUser'),
    'platform.DeleteOrganizationUser': one('platform.DeleteOrganizationUser'),
    'platform.ResendInvitation': one('platform.ResendInvitation'),
    'platform.DeleteInvitation': one('platform.DeleteInvitation'),
    'platform.PutDatabaseUser': one('platform.PutDatabaseUser'),
    'platform.DeleteDatabaseUser': one('platform.DeleteDatabaseUser'),
    'platform.changeSeveral': async ({ connectionId, changes }) => {
      const all = changes.map((change) => oneOfSeveral(connectionId, change));
      const outcomes = await makeAll(connectionId, all);
      return success(
        outcomes?.map((outcome) => (outcome.state === 'done' ? { state: outcome.state } : outcome)) ?? null,
      );
    },
  };
}

/** What the operation takes. */
function rest<Path, Body>({ path, body }: { readonly path: Path; readonly body: Body }) {
  return { path, body };
}

function permissionsNow(change: ChangeDescription): readonly string[] | null {
  switch (change.operation) {
    case 'PatchOrganizationUser':
    case 'PutDatabaseUser':
    case 'DeleteDatabaseUser':
      return change.permissions?.before ?? null;
    default:
      return null;
  }
}
