import { Input } from 'react-aria-components/Input';
import { NumberField as AriaNumberField } from 'react-aria-components/NumberField';
import { FieldFrame } from './field-frame.tsx';

export function NumberField({
  label,
  value,
  onChange,
  min,
  max,
  hint,
  unit,
  error = null,
  disabled = false,
}: {
  readonly label: string;
  /** NaN if the field is empty. */
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly min?: number;
  readonly max?: number;
  readonly hint?: string;
  readonly unit?: string;
  readonly error?: string | null;
  readonly disabled?: boolean;
}) {
  return (
    <AriaNumberField
      className="field"
      value={value}
      onChange={onChange}
      isInvalid={error !== null}
      isDisabled={disabled}
      validationBehavior="aria"
      {...(min === undefined ? {} : { minValue: min })}
      {...(max === undefined ? {} : { maxValue: max })}
    >
      <FieldFrame label={label} hint={hint} error={error}>
        <div className="field-number row">
          <Input className="field-input" />
          {unit === undefined ? null : <span className="muted">{unit}</span>}
        </div>
      </FieldFrame>
    </AriaNumberField>
  );
}
