import type { ReactNode } from 'react';
import { SwitchButton, SwitchField } from 'react-aria-components/Switch';
import { Text } from 'react-aria-components/Text';
import './choice.css';

export function Switch({
  children,
  selected,
  onChange,
  disabled = false,
  hint,
}: {
  readonly children: ReactNode;
  readonly selected: boolean;
  readonly onChange: (selected: boolean) => void;
  readonly disabled?: boolean;
  readonly hint?: string;
}) {
  return (
    <SwitchField
      className="choice-field switch"
      isSelected={selected}
      onChange={onChange}
      isDisabled={disabled}
    >
      <SwitchButton className="choice">
        <span className="switch-track" />
        {children}
      </SwitchButton>
      {hint === undefined ? null : (
        <Text slot="description" className="choice-hint">
          {hint}
        </Text>
      )}
    </SwitchField>
  );
}
