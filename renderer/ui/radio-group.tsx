import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { RadioGroup as AriaRadioGroup, RadioButton, RadioField } from 'react-aria-components/RadioGroup';
import { Text } from 'react-aria-components/Text';
import './choice.css';
import './field.css';
import type { Option } from './select.tsx';

export function RadioGroup<Value extends string>({
  label,
  options,
  value,
  onChange,
  error = null,
  disabled = false,
}: {
  readonly label: string;
  readonly options: readonly Option<Value>[];
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  readonly error?: string | null;
  readonly disabled?: boolean;
}) {
  return (
    <AriaRadioGroup
      className="choice-group"
      value={value}
      onChange={(chosen) => {
        const option = options.find((each) => each.value === chosen);
        if (option !== undefined) onChange(option.value);
      }}
      isInvalid={error !== null}
      isDisabled={disabled}
      validationBehavior="aria"
    >
      <Label className="choice-group-label">{label}</Label>
      {options.map((option) => (
        <RadioField key={option.value} value={option.value} className="choice-field">
          <RadioButton className="choice">
            <span className="choice-box choice-dot" />
            {option.label}
          </RadioButton>
          {option.description === undefined ? null : (
            <Text slot="description" className="choice-hint">
              {option.description}
            </Text>
          )}
        </RadioField>
      ))}
      <FieldError className="field-error">{error}</FieldError>
    </AriaRadioGroup>
  );
}
