import { Button } from 'react-aria-components/Button';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { Text } from 'react-aria-components/Text';
import './field.css';
import './select.css';
import { Icon } from './icon.tsx';

export interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly description?: string;
}

export function Select<Value extends string>({
  label,
  options,
  value,
  onChange,
  placeholder = '',
  hint,
  error = null,
  disabled = false,
  hideLabel = false,
}: {
  readonly label: string;
  readonly options: readonly Option<Value>[];
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  readonly placeholder?: string;
  readonly hint?: string;
  readonly error?: string | null;
  readonly disabled?: boolean;
  readonly hideLabel?: boolean;
}) {
  return (
    <AriaSelect
      className="field"
      value={value}
      onChange={(key) => {
        const chosen = options.find((option) => option.value === key);
        if (chosen !== undefined) onChange(chosen.value);
      }}
      placeholder={placeholder}
      isInvalid={error !== null}
      isDisabled={disabled}
      validationBehavior="aria"
      {...(hideLabel ? { 'aria-label': label } : {})}
    >
      {hideLabel ? null : <Label className="field-label">{label}</Label>}
      <Button className="select-button">
        <SelectValue className="select-value" />
        <Icon name="chevronDown" size={14} />
      </Button>
      {hint === undefined ? null : (
        <Text slot="description" className="field-hint">
          {hint}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
      <Popover className="popover">
        <ListBox className="options" items={options.map((option) => ({ ...option, id: option.value }))}>
          {(option) => (
            <ListBoxItem className="option" textValue={option.label}>
              {({ isSelected }) => (
                <>
                  {isSelected ? <Icon name="check" /> : <span />}
                  <Text slot="label">
                    {option.label}
                    {option.description === undefined ? null : (
                      <span className="option-description">{option.description}</span>
                    )}
                  </Text>
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
