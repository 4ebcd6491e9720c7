/**
 * A change on the platform before a person confirms it: what it is about, what holds now, and what will hold. The engine
 * describes it, and the window and the command line say it in the words of texts/change-text.ts. Only what is said is in
 * it, so that a description that differs is one that a person didn't see.
 */
import type { DirectoryCheck } from '../views/directory.ts';
import { type OperationBody, type OperationName, operations } from './operations.ts';
import type { InvitationRecord, UserIdentifierRecord, UserRecord } from './records.ts';

/** An organization or a database. The name is null where it couldn't be read. */
export interface Named {
  readonly id: number;
  readonly name: string | null;
}

/** The record is null where it couldn't be read. */
export interface DescribedPerson {
  readonly id: number;
  readonly record: Pick<UserRecord, 'firstName' | 'lastName' | 'username' | 'email'> | null;
}

export interface BeforeAndAfter<Value> {
  /** It is null where it couldn't be read. */
  readonly before: readonly Value[] | null;
  readonly after: readonly Value[];
}

export type Identifier = Pick<UserIdentifierRecord, 'abbreviation' | 'label'>;

/** Without its address, which the change names. */
export type Invitation = Pick<
  InvitationRecord,
  'firstName' | 'lastName' | 'organizationPermissions' | 'expiration' | 'expired'
>;

interface OfOrganization {
  readonly organization: Named;
}
interface OfInvitation extends OfOrganization {
  readonly email: string;
  /** `none`: there is none for this address. It is null where it couldn't be read. */
  readonly invitation: Invitation | 'none' | null;
}
interface OfDatabaseUser {
  readonly database: Named;
  readonly person: DescribedPerson;
  readonly permissions: BeforeAndAfter<string>;
}

interface Descriptions {
  PostOrganizationUsers: OfOrganization & {
    readonly users: OperationBody<'PostOrganizationUsers'>['users'];
    readonly permissions: readonly string[];
  };
  PatchOrganizationUser: OfOrganization & {
    readonly person: DescribedPerson;
    /** It is null where the change doesn't name them. */
    readonly permissions: BeforeAndAfter<string> | null;
    readonly identifiers: BeforeAndAfter<Identifier> | null;
  };
  DeleteOrganizationUser: OfOrganization & { readonly person: DescribedPerson };
  ResendInvitation: OfInvitation;
  DeleteInvitation: OfInvitation;
  PutDatabaseUser: OfDatabaseUser;
  DeleteDatabaseUser: OfDatabaseUser;
  /** What holds now can't be read: what will hold is in the file. */
  SyncDirectoryCustodians: { readonly directoryId: number; readonly check: DirectoryCheck };
}

export type ChangeDescription<Name extends keyof Descriptions = keyof Descriptions> = {
  [Each in Name]: { readonly operation: Each } & Descriptions[Each];
}[Name];

/** What the engine describes by the present state. The file of a directory's sync says what that will do. */
const describedNames = [
  'PostOrganizationUsers',
  'PatchOrganizationUser',
  'DeleteOrganizationUser',
  'ResendInvitation',
  'DeleteInvitation',
  'PutDatabaseUser',
  'DeleteDatabaseUser',
] as const satisfies readonly (keyof Descriptions)[];
export type DescribedName = (typeof describedNames)[number];

/** Whether a person is shown the change and asked, in the window and on the command line. */
export function needsConfirmation(operation: OperationName): boolean {
  return operations[operation].effect === 'destroy' || isDescribed(operation);
}

export function isDescribed(operation: string): operation is DescribedName {
  return describedNames.some((name) => name === operation);
}
