/** What an operation will change, read from the platform before it's asked about. */
import { type Failed, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { isUnreadable } from '../../../preload/contract/platform/is-unreadable.ts';
import {
  type OperationName,
  type OperationPath,
  operations,
} from '../../../preload/contract/platform/operations.ts';
import type { OperationCalls, RequestOptions, UncheckedInput } from '../../engine/index.ts';
import { changes as words } from '../words/api.ts';

/** Lines for the terminal. Fails where the platform can't be asked, and so couldn't make the change either. */
export async function describeChange(
  platform: Pick<OperationCalls, 'read'>,
  operation: OperationName,
  input: UncheckedInput,
  options: RequestOptions,
): Promise<Result<readonly string[]>> {
  const failed: Failed[] = [];
  const state = presentState(platform, options, (failure) => failed.push(failure));
  const lines = await changeLines(operation, input, state);
  return failed[0] ?? success(lines);
}

type PresentState = ReturnType<typeof presentState>;

/** Each is null where the platform answers, but not with the record. */
function presentState(
  platform: Pick<OperationCalls, 'read'>,
  options: RequestOptions,
  onFailed: (failed: Failed) => void,
) {
  const found = <T>(result: Result<T>): T | null => {
    if (result.ok) return result.value;
    if (!isUnreadable(result.failure)) onFailed(result);
    return null;
  };
  const query = {};
  return {
    organization: async (path: OperationPath<'GetOrganization'>) =>
      found(await platform.read('GetOrganization', { path, query }, options)),
    member: async (path: OperationPath<'GetOrganizationUser'>) =>
      found(await platform.read('GetOrganizationUser', { path, query }, options)),
    invitations: async (path: OperationPath<'GetInvitations'>) =>
      found(await platform.read('GetInvitations', { path, query }, options)),
    database: async (path: OperationPath<'GetDatabase'>) =>
      found(await platform.read('GetDatabase', { path, query }, options)),
    /** Someone without permissions has no record. */
    databaseUser: async (path: OperationPath<'GetDatabaseUser'>) => {
      const result = await platform.read('GetDatabaseUser', { path, query }, options);
      return !result.ok && result.failure.code === 'not-found' ? 'none' : found(result);
    },
  };
}

async function changeLines(
  operation: OperationName,
  { path, body }: UncheckedInput,
  state: PresentState,
): Promise<readonly string[]> {
  const organization = async (orgId: number) =>
    words.organization(orgId, await state.organization({ orgId }));

  switch (operation) {
    case 'PatchOrganizationUser': {
      const ids = operations[operation].path.parse(path);
      const { organizationPermissions, userIdentifiers } = operations[operation].body.parse(body);
      const before = await state.member(ids);
      return [
        words.changeMember,
        await organization(ids.orgId),
        words.user(ids.userId, before),
        ...(organizationPermissions === undefined
          ? []
          : [words.permissions(before?.permissions ?? null, organizationPermissions)]),
        ...(userIdentifiers === undefined
          ? []
          : [words.identifiers(before?.userIdentifiers ?? null, userIdentifiers)]),
      ];
    }
    case 'DeleteOrganizationUser': {
      const ids = operations[operation].path.parse(path);
      const member = await state.member(ids);
      return [words.removeMember, await organization(ids.orgId), words.user(ids.userId, member)];
    }
    case 'DeleteInvitation': {
      const { orgId } = operations[operation].path.parse(path);
      const { email } = operations[operation].body.parse(body);
      const list = await state.invitations({ orgId });
      const same = list?.invitations.find((one) => one.email.toLowerCase() === email.toLowerCase());
      return [
        words.deleteInvitation,
        await organization(orgId),
        words.invitation(email, list === null ? null : (same ?? 'none')),
      ];
    }
    case 'PutDatabaseUser':
    case 'DeleteDatabaseUser': {
      const ids = operations[operation].path.parse(path);
      const isRemoved = operation === 'DeleteDatabaseUser';
      const after = isRemoved ? [] : operations[operation].body.parse(body).databasePermissions;
      const { databaseId, userId } = ids;
      const database = await state.database({ databaseId });
      const record = await state.databaseUser(ids);
      const user = record === 'none' ? null : record;
      const hasNone = record === 'none' && database !== null;
      return [
        isRemoved ? words.removePermissions : words.setPermissions,
        words.database(databaseId, database),
        words.user(userId, user?.user ?? null),
        words.permissions(hasNone ? [] : (user?.permissions ?? null), after),
      ];
    }
    default:
      return [operations[operation].summary];
  }
}
