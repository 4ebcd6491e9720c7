/**
 * Changes on the platform that the window asks for. A person sees in a native dialog what will change, because a script in
 * the window could ask for anything. The present state is read first; where it can't be read, the dialog says so.
 */
import { isDeepStrictEqual } from 'node:util';
import { type Failed, failure, type Result, success } from '../../preload/contract/failures/failure.ts';
import type { Answer, Parsed } from '../../preload/contract/index.ts';
import type {
  ChangeResult,
  OneChange,
  PlatformChange,
  platformReads,
  severalChanges,
} from '../../preload/contract/platform/calls.ts';
import { isUnreadable } from '../../preload/contract/platform/is-unreadable.ts';
import type { Connections } from '../connections/connections.ts';
import type { MainCalls } from '../engine/index.ts';
import type { EngineHost } from '../processes/engine-host.ts';
import {
  addPeopleQuestion,
  type ChangeQuestion,
  changeMemberQuestion,
  deleteInvitationQuestion,
  removeDatabaseUserQuestion,
  removeMemberQuestion,
  resendInvitationQuestion,
  setDatabaseUserQuestion,
  severalQuestion,
} from '../window/change-questions.ts';
import type { Named } from '../window/change-text.ts';
import type { Dialogs } from '../window/dialogs.ts';
import type { TrustQuestion } from '../window/trust-questions.ts';
import type { Handlers } from './dispatcher.ts';

export interface PlatformChangesDependencies {
  readonly connections: Pick<Connections, 'views'>;
  readonly engine: Pick<EngineHost, 'call' | 'forward'>;
  readonly dialogs: Pick<Dialogs, 'confirm'>;
}

/** What the present state is read with. */
type ReadName = Extract<
  keyof typeof platformReads,
  `platform.Get${'Organization' | 'OrganizationUser' | 'Invitations' | 'Database' | 'DatabaseUser'}`
>;

interface PresentState {
  /** Of the platform that the change goes to. */
  readonly host: string;
  read<Name extends ReadName>(name: Name, argument: Parsed<Name>): Promise<Result<Answer<Name>>>;
  /** What every read has in common. */
  readonly on: { readonly connectionId: string; readonly query: Record<string, never> };
}

type LineChange = OneChange['name'];
type QuestionAbout<Name> = Name extends LineChange ? ChangeQuestion : TrustQuestion;

/** What a change will do, by what the platform says now. */
const describe: {
  readonly [Name in PlatformChange]: (
    wanted: MainCalls[Name]['argument'],
    state: PresentState,
  ) => Promise<QuestionAbout<Name>>;
} = {
  'platform.PostOrganizationUsers': async ({ path, body: { users, permissions = [] } }, state) =>
    addPeopleQuestion({
      host: state.host,
      organization: await organization(state, path.orgId),
      users,
      permissions,
    }),
  'platform.PatchOrganizationUser': async ({ path, body: after }, state) => {
    const { record, ...about } = await member(state, path);
    return changeMemberQuestion({ ...about, before: record, after });
  },
  'platform.DeleteOrganizationUser': async ({ path }, state) =>
    removeMemberQuestion(await member(state, path)),
  'platform.ResendInvitation': async ({ path, body }, state) =>
    resendInvitationQuestion(await invitation(state, path.orgId, body.email)),
  'platform.DeleteInvitation': async ({ path, body }, state) =>
    deleteInvitationQuestion(await invitation(state, path.orgId, body.email)),
  'platform.PutDatabaseUser': async ({ path, body }, state) =>
    setDatabaseUserQuestion({ ...(await databaseUser(state, path)), after: body.databasePermissions }),
  'platform.DeleteDatabaseUser': async ({ path }, state) =>
    removeDatabaseUserQuestion(await databaseUser(state, path)),
};

interface Change<Question, Made> {
  readonly describe: (state: PresentState) => Promise<Result<Question>>;
  readonly make: () => Promise<Result<Made>>;
}

type Outcome<Answer> =
  | { readonly state: 'done'; readonly answer: Answer }
  | Exclude<ChangeResult, { readonly state: 'done' }>;

export function platformChangeHandlers({
  connections,
  engine,
  dialogs,
}: PlatformChangesDependencies): Handlers<PlatformChange | keyof typeof severalChanges> {
  async function describeNow<Question>(
    connectionId: string,
    change: Pick<Change<Question, unknown>, 'describe'>,
  ): Promise<Result<Question>> {
    const host = hostOf(connectionId);
    if (host === null) return failure('connection-not-found');
    const failed: Failed[] = [];
    const question = await change.describe({
      host,
      on: { connectionId, query: {} },
      async read(readName, argument) {
        const found = await engine.forward(readName, argument);
        if (!found.ok && !isUnreadable(found.failure)) failed.push(found);
        return found;
      },
    });
    // A platform that can't be reached makes no change either.
    return failed[0] ?? question;
  }

  function hostOf(connectionId: string): string | null {
    const connection = connections.views().find(({ id }) => id === connectionId);
    return connection === undefined ? null : new URL(connection.serverUrl).host;
  }

  /**
   * Describes the changes, asks once about all of them, then has the engine make exactly those that were described, one
   * after the other up to the first that fails. A dialog may stay open for long: each is described again just before it is
   * made. If that isn't what the person saw, they are asked again, or the rest isn't made once a change was made. Null: the
   * person refused.
   */
  async function makeAll<Question extends TrustQuestion, Answer>(
    connectionId: string,
    changes: readonly Change<Question, Answer>[],
    ask: (questions: readonly Question[], host: string) => TrustQuestion | undefined,
  ): Promise<readonly Outcome<Answer>[] | null> {
    const stopped = (done: readonly Outcome<Answer>[], at: number, { failure: reason }: Failed) =>
      changes.map((_, index): Outcome<Answer> => {
        if (index === at) return { state: 'failed', failure: reason };
        return done[index] ?? { state: 'not-tried' };
      });
    for (;;) {
      const shown: Question[] = [];
      for (const change of changes) {
        const question = await describeNow(connectionId, change);
        if (!question.ok) return stopped([], shown.length, question);
        shown.push(question.value);
      }
      const asked = ask(shown, hostOf(connectionId) ?? '');
      if (asked === undefined || !(await dialogs.confirm(asked))) return null;
      const done: Outcome<Answer>[] = [];
      for (const change of changes) {
        const at = done.length;
        const question = await describeNow(connectionId, change);
        if (!question.ok) return stopped(done, at, question);
        const isAsShown = isDeepStrictEqual(question.value, shown[at]);
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
  ): Change<QuestionAbout<Name>, MainCalls[Name]['answer']> {
    return {
      describe: async (state) => success(await describe[name](wanted, state)),
      make: () => engine.call(name, wanted),
    };
  }

  function one<Name extends PlatformChange>(name: Name) {
    return async (
      wanted: MainCalls[Name]['argument'] & { readonly connectionId: string },
    ): Promise<Result<MainCalls[Name]['answer'] | null>> => {
      const made = await makeAll(wanted.connectionId, [changeOf(name, wanted)], ([question]) => question);
      const [outcome] = made ?? [];
      if (outcome?.state === 'failed') return { ok: false, failure: outcome.failure };
      return success(outcome?.state === 'done' ? outcome.answer : null);
    };
  }

  /** Fails where other permissions hold than the person was shown in the window. */
  function asShown<Answer>(
    change: Change<ChangeQuestion, Answer>,
    before: readonly string[],
  ): Change<ChangeQuestion, Answer> {
    return {
      ...change,
      async describe(state) {
        const question = await change.describe(state);
        const now = question.ok ? question.value.before : null;
        const holds = now !== null && isDeepStrictEqual(new Set(now), new Set(before));
        return !question.ok || holds ? question : failure('record-changed');
      },
    };
  }

  function oneOfSeveral(connectionId: string, change: OneChange): Change<ChangeQuestion, unknown> {
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
      const outcomes = await makeAll(connectionId, all, severalQuestion);
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

function valueOrNull<T>(found: Result<T>): T | null {
  return found.ok ? found.value : null;
}

async function organization(state: PresentState, orgId: number): Promise<Named> {
  const found = await state.read('platform.GetOrganization', { ...state.on, path: { orgId } });
  return { id: orgId, name: valueOrNull(found)?.name ?? null };
}

async function member(state: PresentState, path: { readonly orgId: number; readonly userId: number }) {
  const [named, found] = await Promise.all([
    organization(state, path.orgId),
    state.read('platform.GetOrganizationUser', { ...state.on, path }),
  ]);
  const record = valueOrNull(found);
  return { host: state.host, organization: named, person: { id: path.userId, record }, record };
}

async function invitation(state: PresentState, orgId: number, email: string) {
  const [named, found] = await Promise.all([
    organization(state, orgId),
    state.read('platform.GetInvitations', { ...state.on, path: { orgId } }),
  ]);
  const isSame = (other: string) => other.trim().toLowerCase() === email.toLowerCase();
  return {
    host: state.host,
    organization: named,
    email,
    invitation: valueOrNull(found)?.invitations.find((each) => isSame(each.email)) ?? null,
  };
}

/** The record has the person's name. Someone without permissions has no record, but may be a member of the owner. */
async function databaseUser(
  state: PresentState,
  path: { readonly databaseId: number; readonly userId: number },
) {
  const { databaseId, userId } = path;
  const [database, user] = await Promise.all([
    state.read('platform.GetDatabase', { ...state.on, path: { databaseId } }),
    state.read('platform.GetDatabaseUser', { ...state.on, path }),
  ]);
  const orgId = valueOrNull(database)?.owningOrganizationId ?? null;
  const fromOwner =
    user.ok || orgId === null
      ? null
      : await state.read('platform.GetOrganizationUser', { ...state.on, path: { orgId, userId } });
  const hasNone = database.ok && !user.ok && user.failure.code === 'not-found';
  return {
    host: state.host,
    database: { id: databaseId, name: valueOrNull(database)?.name ?? null },
    person: { id: userId, record: valueOrNull(user)?.user ?? (fromOwner && valueOrNull(fromOwner)) },
    before: hasNone ? [] : (valueOrNull(user)?.permissions ?? null),
  };
}
