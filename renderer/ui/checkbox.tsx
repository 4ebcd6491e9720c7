import type { ReactNode } from 'react';
import { CheckboxButton, CheckboxField } from 'react-aria-components/Checkbox';
import { Text } from 'react-aria-components/Text';
import './choice.css';
import { Icon } from './icon.tsx';

export function Checkbox({
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
    <CheckboxField className="choice-field" isSelected={selected} onChange={onChange} isDisabled={disabled}>
      <CheckboxButton className="choice">
        {({ isSelected }) => (
          <>
            <span className="choice-box">{isSelected ? <Icon name="check" size={12} /> : null}</span>
            {children}
          </>
        )}
      </CheckboxButton>
      {hint === undefined ? null : (
        <Text slot="description" className="choice-hint">
          {hint}
        </Text>
      )}
    </CheckboxField>
  );
}
