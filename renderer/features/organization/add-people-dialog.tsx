import { useMemo, useState } from 'react';
import { maxAddedPeople } from '../../../preload/contract/bounds.ts';
import {
  type OperationData,
  organizationPermissions,
} from '../../../preload/contract/platform/operations.ts';
import { personName } from '../../i18n/person-name.ts';
import { words } from '../../i18n/words.ts';
import { PermissionPicker } from '../../shared/permission-picker.tsx';
import { PlatformFailure } from '../../shared/platform-failure.tsx';
import { useCommand } from '../../state/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { type LineProblem, type Person, parsePeople } from './parse-people.ts';
import type { OrganizationTarget } from './use-organizations.ts';

const maxListedProblems = 5;

interface AddPeopleDialogProps {
  readonly target: OrganizationTarget;
  readonly onClose: () => void;
  readonly onAdded: () => void;
}

/** Adds one person or many, from pasted lines. Main asks before anyone is added. */
export function AddPeopleDialog({ target, onClose, onAdded }: AddPeopleDialogProps) {
  const [text, setText] = useState('');
  const [permissions, setPermissions] = useState<readonly string[]>([]);
  const [outcome, setOutcome] = useState<AddedPeople | null>(null);
  const add = useCommand('platform.PostOrganizationUsers');
  const { people, problems } = useMemo(() => parsePeople(text), [text]);
  const error = problemText(people, problems);

  async function addPeople() {
    const { connectionId, orgId } = target;
    const added = await add.run({
      connectionId,
      path: { orgId },
      body: {
        users: people.map((person) => ({ ...person })),
        ...(permissions.length === 0 ? {} : { permissions: [...permissions] }),
      },
    });
    if (!added.ok || added.value === null) return;
    setOutcome(addedPeople(people, added.value));
    onAdded();
  }
  if (outcome !== null) {
    return (
      <Dialog
        title={words.addPeople.title}
        open
        onClose={onClose}
        buttons={
          <Button variant="primary" autoFocus onPress={onClose}>
            {words.addPeople.done}
          </Button>
        }
      >
        <AddedPeopleLists outcome={outcome} />
      </Dialog>
    );
  }
  return (
    <Dialog
      title={words.addPeople.title}
      open
      wide
      onClose={onClose}
      submit={{
        label: words.addPeople.add(people.length),
        busy: add.busy,
        disabled: people.length === 0 || error !== null,
        onPress: () => void addPeople(),
      }}
    >
      <p>{words.addPeople.explanation}</p>
      <Field
        label={words.addPeople.lines}
        kind="lines"
        autoFocus
        value={text}
        onChange={setText}
        hint={words.addPeople.hint}
        placeholder={words.addPeople.placeholder}
        error={error}
        maxLength={1_000_000}
      />
      <PermissionPicker
        label={words.addPeople.permissions}
        documented={organizationPermissions}
        before={[]}
        unchanged={words.addPeople.noPermissions}
        value={permissions}
        onChange={setPermissions}
      />
      <PlatformFailure
        operation="PostOrganizationUsers"
        failure={add.failure}
        subject={words.addPeople.title}
      />
    </Dialog>
  );
}

function problemText(people: readonly Person[], problems: readonly LineProblem[]): string | null {
  const more = problems.length - maxListedProblems;
  const texts = [
    ...problems
      .slice(0, maxListedProblems)
      .map(({ line, problem }) => words.addPeople.problem(line, problem)),
    ...(more > 0 ? [words.addPeople.moreProblems(more)] : []),
    ...(people.length > maxAddedPeople ? [words.addPeople.tooMany(maxAddedPeople)] : []),
  ];
  return texts.length === 0 ? null : texts.join(' ');
}

function AddedPeopleLists({ outcome }: { readonly outcome: AddedPeople }) {
  const lists = [
    [words.addPeople.added, outcome.added],
    [words.addPeople.invited, outcome.invited],
    [words.addPeople.invalid, outcome.invalid],
    [words.addPeople.unmentioned, outcome.unmentioned],
  ] as const;
  return lists.map(([heading, entries]) =>
    entries.length === 0 ? null : (
      <section key={heading(entries.length)} className="added-people">
        <h3>{heading(entries.length)}</h3>
        <ul className="selectable">
          {entries.map((entry) => (
            <li key={entry}>{entry}</li>
          ))}
        </ul>
      </section>
    ),
  );
}

/** What became of each person, as texts. */
interface AddedPeople {
  readonly added: readonly string[];
  readonly invited: readonly string[];
  readonly invalid: readonly string[];
  /** The response has nothing about them. */
  readonly unmentioned: readonly string[];
}

/** Compares what was asked for with the platform's response (platform-interface 4.2, operation 12). Pure. */
export function addedPeople(
  asked: readonly Person[],
  { users, invites, invalid }: OperationData<'PostOrganizationUsers'>,
): AddedPeople {
  const added = users ?? [];
  const mentioned = new Set(
    [
      ...added.flatMap(({ email, username }) => [email, username]),
      ...(invites ?? []).map(({ email }) => email),
      ...(invalid ?? []),
    ].map((email) => email?.toLowerCase()),
  );
  return {
    added: added.map((user) => withEmail(personName(user), user.email)),
    invited: (invites ?? []).map(({ firstName, lastName, email }) =>
      withEmail([firstName, lastName].flatMap((part) => (part ? [part] : [])).join(' '), email),
    ),
    invalid: invalid ?? [],
    unmentioned: asked.flatMap(({ email }) => (mentioned.has(email.toLowerCase()) ? [] : [email])),
  };
}

function withEmail(name: string, email: string | null | undefined): string {
  return name === '' || name === email ? (email ?? name) : `${name}${email ? ` (${email})` : ''}`;
}
