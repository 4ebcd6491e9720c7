import { permissionDifference } from '../../preload/contract/texts/change-parts.ts';
import { words } from '../i18n/words.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { permissionChoices } from './permission-changes.ts';
import './permission-picker.css';

/** Permissions as checkboxes, and below them what would change. Unknown ones that someone has can be kept or taken away. */
export function PermissionPicker({
  label,
  documented,
  before,
  value,
  onChange,
  disabled = false,
  unchanged = words.permissions.unchanged,
}: {
  readonly label: string;
  readonly documented: readonly string[];
  /** What the person has now. */
  readonly before: readonly string[];
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly disabled?: boolean;
  /** Said while nothing would change. */
  readonly unchanged?: string;
}) {
  const choices = permissionChoices(documented, before);
  const { added, removed } = permissionDifference({ before, after: value });
  return (
    <fieldset className="permission-picker">
      <legend className="field-label">{label}</legend>
      {choices.map((permission) => {
        const hint = words.permissions.hint(permission);
        return (
          <Checkbox
            key={permission}
            selected={value.includes(permission)}
            disabled={disabled}
            onChange={(selected) =>
              onChange(choices.filter((each) => (each === permission ? selected : value.includes(each))))
            }
            {...(hint === undefined ? {} : { hint })}
          >
            {words.permissions.name(permission)}
          </Checkbox>
        );
      })}
      <p className="permission-picker-changes" role="status">
        {added.length === 0 && removed.length === 0 ? unchanged : null}
        {added.length === 0 ? null : <span>{words.permissions.added(added)}</span>}
        {removed.length === 0 ? null : (
          <span className="permission-picker-removed">{words.permissions.removed(removed)}</span>
        )}
      </p>
    </fieldset>
  );
}
