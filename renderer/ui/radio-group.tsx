import { RadioGroup as AriaRadioGroup, RadioButton, RadioField } from 'react-aria-components/RadioGroup';
import { Text } from 'react-aria-components/Text';
import './choice.css';
import { FieldFrame } from './field-frame.tsx';
import { type Option, optionChangeHandler } from './option.tsx';

/** Selects one of a few options, all of them visible. */
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
      className="field"
      value={value}
      onChange={optionChangeHandler(options, onChange)}
      isInvalid={error !== null}
      isDisabled={disabled}
      validationBehavior="aria"
    >
      <FieldFrame label={label} error={error}>
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
      </FieldFrame>
    </AriaRadioGroup>
  );
}
