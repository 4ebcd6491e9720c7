/**
 * Changes on the platform that the window asks for. A person sees in a native dialog what will change, because a script in
 * the window could ask for anything. The present state is read first; where it can't be read, the dialog says so.
 */
import { isDeepStrictEqual } from 'node:util';
import { type Failed, failure, type Result, success } from '../../preload/contract/failure.ts';
import type { Answer, Parsed } from '../../preload/contract/index.ts';
import type { PlatformChange, platformReads } from '../../preload/contract/platform/calls.ts';
import { isUnreadable } from '../../preload/contract/platform/is-unreadable.ts';
import type { Connections } from '../connections/connections.ts';
import type { MainCalls } from '../engine/index.ts';
import type { EngineHost } from '../processes/engine-host.ts';
import {
  addPeopleQuestion,
  changeMemberQuestion,
  deleteInvitationQuestion,
  removeDatabaseUserQuestion,
  removeMemberQuestion,
  resendInvitationQuestion,
  setDatabaseUserQuestion,
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

export function platformChangeHandlers(dependencies: PlatformChangesDependencies): Handlers<PlatformChange> {
  const { connections, engine, dialogs } = dependencies;

  async function questionAbout(
    connectionId: string,
    describe: (state: PresentState) => Promise<TrustQuestion>,
  ): Promise<Result<TrustQuestion>> {
    const connection = connections.views().find(({ id }) => id === connectionId);
    if (connection === undefined) return failure('connection-not-found');
    const failed: Failed[] = [];
    const question = await describe({
      host: new URL(connection.serverUrl).host,
      on: { connectionId, query: {} },
      async read(readName, argument) {
        const found = await engine.forward(readName, argument);
        if (!found.ok && !isUnreadable(found.failure)) failed.push(found);
        return found;
      },
    });
    // A platform that can't be reached makes no change either.
    return failed[0] ?? success(question);
  }

  /**
   * Asks with what `describe` says, then has the engine make exactly the change that was described. A dialog may stay open
   * for long: if what it says isn't so any more, the person is asked again.
   */
  function asked<Name extends PlatformChange>(
    name: Name,
    describe: (wanted: MainCalls[Name]['argument'], state: PresentState) => Promise<TrustQuestion>,
  ) {
    return async (
      wanted: MainCalls[Name]['argument'] & { readonly connectionId: string },
    ): Promise<Result<MainCalls[Name]['answer'] | null>> => {
      let accepted: TrustQuestion | null = null;
      for (;;) {
        const question = await questionAbout(wanted.connectionId, (state) => describe(wanted, state));
        if (!question.ok) return question;
        if (accepted !== null && isDeepStrictEqual(accepted, question.value))
          return engine.call(name, wanted);
        if (!(await dialogs.confirm(question.value))) return success(null);
        accepted = question.value;
      }
    };
  }

  return {
    'platform.PostOrganizationUsers': asked(
      'platform.PostOrganizationUsers',
      async ({ path, body: { users, permissions = [] } }, state) =>
        addPeopleQuestion({
          host: state.host,
          organization: await organization(state, path.orgId),
          users,
          permissions,
        }),
    ),
    'platform.PatchOrganizationUser': asked(
      'platform.PatchOrganizationUser',
      async ({ path, body: after }, state) => {
        const { record, ...about } = await member(state, path);
        return changeMemberQuestion({ ...about, before: record, after });
      },
    ),
    'platform.DeleteOrganizationUser': asked('platform.DeleteOrganizationUser', async ({ path }, state) =>
      removeMemberQuestion(await member(state, path)),
    ),
    'platform.ResendInvitation': asked('platform.ResendInvitation', async ({ path, body }, state) =>
      resendInvitationQuestion(await invitation(state, path.orgId, body.email)),
    ),
    'platform.DeleteInvitation': asked('platform.DeleteInvitation', async ({ path, body }, state) =>
      deleteInvitationQuestion(await invitation(state, path.orgId, body.email)),
    ),
    'platform.PutDatabaseUser': asked('platform.PutDatabaseUser', async ({ path, body }, state) =>
      setDatabaseUserQuestion({ ...(await databaseUser(state, path)), after: body.databasePermissions }),
    ),
    'platform.DeleteDatabaseUser': asked('platform.DeleteDatabaseUser', async ({ path }, state) =>
      removeDatabaseUserQuestion(await databaseUser(state, path)),
    ),
  };
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
