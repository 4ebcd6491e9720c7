import { useState } from 'react';
import type { Result } from '../../../preload/contract/failures/failure.ts';
import { databasePermissions } from '../../../preload/contract/platform/operations.ts';
import type { DatabaseUserRecord } from '../../../preload/contract/platform/records.ts';
import { personName } from '../../i18n/person-name.ts';
import { words } from '../../i18n/words.ts';
import { type DatabaseAccessChange, databaseAccessChange } from '../../shared/permission-changes.ts';
import { PermissionPicker } from '../../shared/permission-picker.tsx';
import { PlatformFailure } from '../../shared/platform-failure.tsx';
import { call } from '../../state/bridge.ts';
import { useAction } from '../../state/use-command.ts';
import { usePlatformList } from '../../state/use-remote-list.ts';
import { ComboBox } from '../../ui/combo-box.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';

const userWords = words.databaseUsers;

/** A database, and whose members may be its users. */
export interface UsersOfDatabase {
  readonly connectionId: string;
  readonly databaseId: number;
  readonly databaseName: string;
  /** It is null where the platform doesn't say which organization owns the database. */
  readonly organizationId: number | null;
}

interface PermissionDialogProps extends UsersOfDatabase {
  /** People who have a record in the database already. */
  readonly users: readonly DatabaseUserRecord[];
  /** It is null to choose a person first. */
  readonly record: DatabaseUserRecord | null;
  readonly onClose: () => void;
  readonly onSaved: (name: string) => void;
}

/** Sets the permissions of a person in a database, in place of those they have. */
export function PermissionDialog({
  connectionId,
  databaseId,
  organizationId,
  users,
  record,
  onClose,
  onSaved,
}: PermissionDialogProps) {
  const [chosenId, setChosenId] = useState<number | null>(record?.user.id ?? null);
  const current = record ?? users.find(({ user }) => user.id === chosenId) ?? null;
  const before = current?.permissions ?? [];
  const [edited, setEdited] = useState<readonly string[] | null>(null);
  const [isMissing, setMissing] = useState(false);
  const save = useAction(saveAccess);
  const value = edited ?? before;

  async function submit() {
    if (chosenId === null) return setMissing(true);
    const change = databaseAccessChange({ databaseId, userId: chosenId }, before, value);
    const answer = await save.run({ connectionId, change });
    if (!answer.ok || answer.value === null) return;
    const user = answer.value === 'done' ? current?.user : answer.value.user;
    onSaved(user === undefined ? String(chosenId) : personName(user));
  }

  return (
    <Dialog
      open
      title={record === null ? userWords.grantTitle : userWords.dialogTitle(personName(record.user))}
      onClose={onClose}
      submit={{ label: userWords.save, busy: save.busy, onPress: () => void submit() }}
    >
      {record === null ? (
        <PersonField
          connectionId={connectionId}
          organizationId={organizationId}
          chosenId={chosenId}
          error={isMissing && chosenId === null ? userWords.personMissing : null}
          onChoose={(id) => {
            setChosenId(id);
            setEdited(null);
          }}
        />
      ) : null}
      {record === null && current !== null ? (
        <p className="muted">{userWords.alreadyUser(words.permissions.list(before))}</p>
      ) : null}
      <PermissionPicker
        label={userWords.permissionsLabel}
        documented={databasePermissions}
        before={before}
        value={value}
        onChange={setEdited}
      />
      <p className="muted small">{userWords.overwrite}</p>
      <PlatformFailure
        operation="PutDatabaseUser"
        failure={save.failure}
        subject={userWords.save}
        recordIsKnown={record !== null}
      />
    </Dialog>
  );
}

function saveAccess({
  connectionId,
  change,
}: {
  readonly connectionId: string;
  readonly change: DatabaseAccessChange;
}): Promise<Result<DatabaseUserRecord | 'done' | null>> {
  const { path } = change;
  return change.name === 'platform.DeleteDatabaseUser'
    ? call(change.name, { connectionId, path })
    : call(change.name, { connectionId, path, body: change.body });
}

/** From the members of the owning organization, or by ID where the key can't list them. */
function PersonField({
  connectionId,
  organizationId,
  chosenId,
  error,
  onChoose,
}: {
  readonly connectionId: string;
  readonly organizationId: number | null;
  readonly chosenId: number | null;
  readonly error: string | null;
  readonly onChoose: (userId: number | null) => void;
}) {
  const members = usePlatformList(
    'GetOrganizationUsers',
    organizationId === null ? null : { connectionId, path: { orgId: organizationId } },
  );
  const [text, setText] = useState('');
  if (organizationId === null || members.failure !== null) {
    const isInvalid = text.trim() !== '' && parseUserId(text) === null;
    return (
      <Field
        label={userWords.personId}
        hint={userWords.personIdHint}
        value={text}
        error={isInvalid ? userWords.personIdInvalid : error}
        onChange={(typed) => {
          setText(typed);
          onChoose(parseUserId(typed));
        }}
      />
    );
  }
  return (
    <ComboBox
      // The key resets the typed text when the list arrives.
      key={String(members.isComplete)}
      label={userWords.person}
      hint={userWords.personHint}
      options={members.elements.map((member) => ({
        value: String(member.id),
        label: personName(member),
        description: member.email ?? member.username ?? String(member.id),
      }))}
      value={chosenId === null ? null : String(chosenId)}
      onChange={(id) => onChoose(Number(id))}
      placeholder={members.isLoading ? words.common.loading : ''}
      disabled={members.isLoading}
      error={error}
    />
  );
}

/** IDs are integers (platform-interface 2). Returns null for anything else. */
function parseUserId(text: string): number | null {
  const trimmed = text.trim();
  return /^\d{1,15}$/.test(trimmed) ? Number(trimmed) : null;
}
