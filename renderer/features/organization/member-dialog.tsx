import { useState } from 'react';
import { organizationPermissions } from '../../../preload/contract/platform/operations.ts';
import type { UserRecord } from '../../../preload/contract/platform/records.ts';
import { permissionDifference } from '../../../preload/contract/texts/change-parts.ts';
import { timeText } from '../../i18n/format.ts';
import { personName } from '../../i18n/person-name.ts';
import { words } from '../../i18n/words.ts';
import { PermissionPicker } from '../../shared/permission-picker.tsx';
import { PlatformFailure } from '../../shared/platform-failure.tsx';
import { useIsOffered } from '../../state/offered-operations.ts';
import { useCommand } from '../../state/use-command.ts';
import { useQuery } from '../../state/use-query.ts';
import { Button } from '../../ui/button.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { identifiersText, memberPermissions } from './member-facts.ts';
import { identifierLines, parseIdentifiers } from './parse-identifiers.ts';
import type { OrganizationTarget } from './use-organizations.ts';

interface MemberDialogProps {
  readonly target: OrganizationTarget;
  /** As the list has it. */
  readonly member: UserRecord;
  readonly onClose: () => void;
  /** Something was changed: what. */
  readonly onDone: (title: string) => void;
}

/** A member in full, with what can be changed. Main asks before anything is. */
export function MemberDialog({
  target: { connectionId, orgId },
  member,
  onClose,
  onDone,
}: MemberDialogProps) {
  const path = { orgId, userId: member.id };
  // The list may be old, and a change replaces what is there.
  const mayChange = useIsOffered(connectionId, 'GetOrganizationUser');
  const current = useQuery(
    'platform.GetOrganizationUser',
    mayChange ? { argument: { connectionId, path, query: {} } } : null,
  );
  const shown = current.kind === 'loaded' ? current.value : member;
  const name = personName(shown);
  const remove = useCommand('platform.DeleteOrganizationUser');

  async function removeMember() {
    const removed = await remove.run({ connectionId, path });
    if (removed.ok && removed.value !== null) onDone(words.members.removed(name));
  }
  return (
    <Dialog
      title={name}
      open
      wide
      onClose={onClose}
      buttons={<Button onPress={onClose}>{words.members.close}</Button>}
    >
      <DescriptionList items={memberFacts(shown, orgId)} />
      <PlatformFailure
        operation="GetOrganizationUser"
        failure={current.failure}
        subject={words.members.changing}
        // The extended form's list has permissions, so such a platform has the operation, and the member is gone.
        recordIsKnown={(member.permissions ?? null) === null}
        onRetry={current.refetch}
      />
      {current.kind === 'loaded' ? (
        <>
          <MemberForm
            connectionId={connectionId}
            orgId={orgId}
            member={current.value}
            onSaved={() => onDone(words.members.changed(name))}
          />
          <section className="member-removal">
            <p>{words.members.removeDescription}</p>
            <Button variant="danger" busy={remove.busy} onPress={() => void removeMember()}>
              {words.members.remove}
            </Button>
          </section>
          <PlatformFailure
            operation="DeleteOrganizationUser"
            failure={remove.failure}
            subject={words.members.remove}
            recordIsKnown={false}
          />
        </>
      ) : null}
    </Dialog>
  );
}

function MemberForm({
  connectionId,
  orgId,
  member,
  onSaved,
}: {
  readonly connectionId: string;
  readonly orgId: number;
  readonly member: UserRecord;
  readonly onSaved: () => void;
}) {
  const before = member.permissions ?? [];
  const linesBefore = identifierLines(member.userIdentifiers ?? []);
  const [permissions, setPermissions] = useState<readonly string[]>(before);
  const [lines, setLines] = useState(linesBefore);
  const save = useCommand('platform.PatchOrganizationUser');
  const { added, removed } = permissionDifference({ before, after: permissions });
  const { identifiers, badLines } = parseIdentifiers(lines);
  const changesPermissions = added.length + removed.length > 0;
  const changesIdentifiers = lines !== linesBefore;

  async function saveChanges() {
    const saved = await save.run({
      connectionId,
      path: { orgId, userId: member.id },
      body: {
        ...(changesPermissions ? { organizationPermissions: [...permissions] } : {}),
        ...(changesIdentifiers ? { userIdentifiers: [...identifiers] } : {}),
      },
    });
    if (saved.ok && saved.value !== null) onSaved();
  }
  return (
    <section className="member-form">
      <PermissionPicker
        label={words.members.permissions}
        documented={organizationPermissions}
        before={before}
        value={permissions}
        onChange={setPermissions}
      />
      <Field
        label={words.members.identifierLines}
        kind="lines"
        value={lines}
        onChange={setLines}
        hint={words.members.identifierHint}
        error={badLines.length === 0 ? null : words.members.badLines(badLines)}
        maxLength={100_000}
      />
      <Button
        variant="primary"
        busy={save.busy}
        disabled={badLines.length > 0 || !(changesPermissions || changesIdentifiers)}
        onPress={() => void saveChanges()}
      >
        {words.members.save}
      </Button>
      <PlatformFailure
        operation="PatchOrganizationUser"
        failure={save.failure}
        subject={words.members.changing}
        recordIsKnown={false}
      />
    </section>
  );
}

function memberFacts(member: UserRecord, organizationId: number): readonly (readonly [string, string])[] {
  const { email, username, title, organizations, primaryOrganization, userIdentifiers, lastActivity, id } =
    member;
  const primary = organizations?.find((each) => each.id === primaryOrganization)?.name ?? primaryOrganization;
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    [words.members.email, email],
    [words.members.username, username === email ? null : username],
    [words.members.jobTitle, title],
    [words.members.permissions, memberPermissions(member, organizationId)],
    [words.members.identifiers, identifiersText(userIdentifiers)],
    [
      words.members.organizations,
      organizations
        ?.map(({ id: orgId, name, orgAdmin }) =>
          words.members.organization(name ?? words.organization.id(orgId), orgAdmin === true),
        )
        .join(', '),
    ],
    [words.members.primary, primary === null || primary === undefined ? null : String(primary)],
    [words.members.lastActivity, timeText(lastActivity)],
    [words.members.id, String(id)],
  ];
  return facts.flatMap(([term, value]) => (value ? [[term, value] as const] : []));
}
