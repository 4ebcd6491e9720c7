import { ToggleButton } from 'react-aria-components/ToggleButton';
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup';
import './choice.css';
import { Icon, type IconName } from './icon.tsx';
import type { Option } from './option.tsx';

/** Selects one of a few options in a row, e.g. a view or a filter. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  readonly label: string;
  readonly options: readonly (Option<Value> & { readonly icon?: IconName })[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}) {
  return (
    <ToggleButtonGroup
      className="segments"
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const chosen = options.find((option) => keys.has(option.value));
        if (chosen !== undefined) onChange(chosen.value);
      }}
    >
      {options.map((option) => (
        <ToggleButton key={option.value} id={option.value} className="segment">
          {option.icon === undefined ? null : <Icon name={option.icon} size={14} />}
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
