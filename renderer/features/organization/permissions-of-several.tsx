import { type ReactNode, useMemo, useState } from 'react';
import { words } from '../../i18n/words.ts';
import { permissionChoices } from '../../shared/permission-changes.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import type { ChangeLine, PermissionEdits } from './several-changes.ts';
import { SeveralChangesDialog } from './several-changes-dialog.tsx';

const changeWords = words.severalChanges;

/** Adds and removes permissions of several people, and shows each change before it is made. */
export function PermissionsOfSeveral<
  Person extends { readonly permissions?: readonly string[] | null | undefined },
>({
  people,
  documented,
  linesOf,
  hint,
  ...dialog
}: {
  readonly connectionId: string;
  readonly title: string;
  readonly people: readonly Person[];
  readonly documented: readonly string[];
  readonly linesOf: (people: readonly Person[], edits: PermissionEdits) => readonly ChangeLine[];
  readonly hint?: ReactNode;
  readonly onClose: (hasChanged: boolean) => void;
}) {
  const [edits, setEdits] = useState<PermissionEdits>(new Map());
  const lines = useMemo(() => linesOf(people, edits), [linesOf, people, edits]);
  return (
    <SeveralChangesDialog {...dialog} lines={lines}>
      <PermissionEditor
        documented={documented}
        before={people.flatMap(({ permissions }) => permissions ?? [])}
        edits={edits}
        onChange={setEdits}
      />
      {hint === undefined ? null : <p className="muted small">{hint}</p>}
    </SeveralChangesDialog>
  );
}

/** For each permission: everyone keeps what they have, gets it, or loses it. */
function PermissionEditor({
  documented,
  before,
  edits,
  onChange,
}: {
  readonly documented: readonly string[];
  /** What at least one of them has. */
  readonly before: readonly string[];
  readonly edits: PermissionEdits;
  readonly onChange: (edits: PermissionEdits) => void;
}) {
  const edit = (permission: string, value: 'keep' | 'add' | 'remove') => {
    const others = [...edits].filter(([each]) => each !== permission);
    onChange(new Map(value === 'keep' ? others : [...others, [permission, value]]));
  };
  return (
    <fieldset className="permission-editor">
      <legend className="field-label">{changeWords.edit}</legend>
      {permissionChoices(documented, before).map((permission) => (
        <div key={permission} className="permission-editor-row">
          <span>{words.permissions.name(permission)}</span>
          <SegmentedControl
            label={words.permissions.name(permission)}
            value={edits.get(permission) ?? 'keep'}
            onChange={(value) => edit(permission, value)}
            options={(['keep', 'add', 'remove'] as const).map((value) => ({
              value,
              label: changeWords.edits[value],
            }))}
          />
        </div>
      ))}
    </fieldset>
  );
}
