/** What a change on the platform will do, by what the platform says now. */
import { type Failed, type Result, success } from '../../../preload/contract/failures/failure.ts';
import type {
  ChangeDescription,
  DescribedName,
  DescribedPerson,
  Identifier,
  Invitation,
  Named,
} from '../../../preload/contract/platform/change-description.ts';
import { isUnreadable } from '../../../preload/contract/platform/is-unreadable.ts';
import { type OperationPath, operations } from '../../../preload/contract/platform/operations.ts';
import type { UserRecord } from '../../../preload/contract/platform/records.ts';
import type { OperationCalls } from './operation-calls.ts';
import type { UncheckedInput } from './operation-input.ts';
import type { RequestOptions } from './request-options.ts';

/** Fails where the platform can't be asked, and so couldn't make the change either. */
export async function describeChange(
  platform: Pick<OperationCalls, 'read'>,
  operation: DescribedName,
  input: UncheckedInput,
  options: RequestOptions,
): Promise<Result<ChangeDescription>> {
  const failed: Failed[] = [];
  const description = await describe(
    operation,
    input,
    presentState(platform, options, (failure) => failed.push(failure)),
  );
  return failed[0] ?? success(description);
}

async function describe(
  operation: DescribedName,
  { path, body }: UncheckedInput,
  state: PresentState,
): Promise<ChangeDescription> {
  switch (operation) {
    case 'PostOrganizationUsers': {
      const { orgId } = operations[operation].path.parse(path);
      const { users, permissions = [] } = operations[operation].body.parse(body);
      return { operation, organization: await state.organization(orgId), users, permissions };
    }
    case 'PatchOrganizationUser': {
      const ids = operations[operation].path.parse(path);
      const { organizationPermissions, userIdentifiers } = operations[operation].body.parse(body);
      const [organization, record] = await Promise.all([state.organization(ids.orgId), state.member(ids)]);
      return {
        operation,
        organization,
        person: personOf(ids.userId, record),
        permissions:
          organizationPermissions === undefined
            ? null
            : { before: record?.permissions ?? null, after: organizationPermissions },
        identifiers:
          userIdentifiers === undefined
            ? null
            : { before: record?.userIdentifiers?.map(identifierOf) ?? null, after: userIdentifiers },
      };
    }
    case 'DeleteOrganizationUser': {
      const ids = operations[operation].path.parse(path);
      const [organization, record] = await Promise.all([state.organization(ids.orgId), state.member(ids)]);
      return { operation, organization, person: personOf(ids.userId, record) };
    }
    case 'ResendInvitation':
    case 'DeleteInvitation': {
      const { orgId } = operations[operation].path.parse(path);
      const { email } = operations[operation].body.parse(body);
      const [organization, invitation] = await Promise.all([
        state.organization(orgId),
        state.invitation(orgId, email),
      ]);
      return { operation, organization, email, invitation };
    }
    case 'PutDatabaseUser':
    case 'DeleteDatabaseUser': {
      const ids = operations[operation].path.parse(path);
      const after =
        operation === 'DeleteDatabaseUser' ? [] : operations[operation].body.parse(body).databasePermissions;
      const { before, ...about } = await state.databaseUser(ids);
      return { operation, ...about, permissions: { before, after } };
    }
  }
}

type PresentState = ReturnType<typeof presentState>;

/** What is read is null where the platform answers, but not with the record. */
function presentState(
  platform: Pick<OperationCalls, 'read'>,
  options: RequestOptions,
  onFailed: (failed: Failed) => void,
) {
  const query = {};
  function found<T>(result: Result<T>): T | null {
    if (result.ok) return result.value;
    if (!isUnreadable(result.failure)) onFailed(result);
    return null;
  }
  async function organization(orgId: number): Promise<Named> {
    const record = found(await platform.read('GetOrganization', { path: { orgId }, query }, options));
    return { id: orgId, name: record?.name ?? null };
  }
  async function member(path: OperationPath<'GetOrganizationUser'>): Promise<UserRecord | null> {
    return found(await platform.read('GetOrganizationUser', { path, query }, options));
  }
  async function invitation(orgId: number, email: string): Promise<Invitation | 'none' | null> {
    const list = found(await platform.read('GetInvitations', { path: { orgId }, query }, options));
    if (list === null) return null;
    const wanted = email.trim().toLowerCase();
    const same = list.invitations.find((one) => one.email.trim().toLowerCase() === wanted);
    if (same === undefined) return 'none';
    const { firstName, lastName, organizationPermissions, expiration, expired } = same;
    return { firstName, lastName, organizationPermissions, expiration, expired };
  }
  /** The record has the person's name. Someone without permissions has no record, but may be a member of the owner. */
  async function databaseUser(path: OperationPath<'GetDatabaseUser'>) {
    const { databaseId, userId } = path;
    const [database, user] = await Promise.all([
      platform.read('GetDatabase', { path: { databaseId }, query }, options).then(found),
      platform.read('GetDatabaseUser', { path, query }, options),
    ]);
    const record = found(user);
    const orgId = database?.owningOrganizationId ?? null;
    const fromOwner = user.ok || orgId === null ? null : await member({ orgId, userId });
    const hasNone = database !== null && !user.ok && user.failure.code === 'not-found';
    return {
      database: { id: databaseId, name: database?.name ?? null },
      person: personOf(userId, record?.user ?? fromOwner),
      before: hasNone ? [] : (record?.permissions ?? null),
    };
  }
  return { organization, member, invitation, databaseUser };
}

function personOf(id: number, found: DescribedPerson['record']): DescribedPerson {
  if (found === null) return { id, record: null };
  const { firstName, lastName, username, email } = found;
  return { id, record: { firstName, lastName, username, email } };
}

function identifierOf({ abbreviation, label }: Identifier): Identifier {
  return { abbreviation, label };
}
