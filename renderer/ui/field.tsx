import type { SyntheticEvent } from 'react';
import { Input } from 'react-aria-components/Input';
import { TextArea } from 'react-aria-components/TextArea';
import { TextField } from 'react-aria-components/TextField';
import { FieldFrame } from './field-frame.tsx';

export interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  /** What is wrong and what to do. */
  readonly error?: string | null;
  readonly placeholder?: string;
  readonly kind?: 'text' | 'password' | 'url' | 'date' | 'lines';
  readonly mono?: boolean;
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
  readonly maxLength?: number;
  readonly onBlur?: () => void;
  /** Applies what is typed, or does what the primary button does, where this is the only field. */
  readonly onEnter?: () => void;
  /** For a date: whether what was typed is no day of the calendar. Its value is '' then. */
  readonly onBadDate?: (isBad: boolean) => void;
}

export function Field({
  label,
  value,
  onChange,
  hint,
  error = null,
  placeholder,
  kind = 'text',
  mono = false,
  disabled = false,
  autoFocus = false,
  maxLength,
  onBlur,
  onEnter,
  onBadDate,
}: FieldProps) {
  // A date that becomes impossible while it has no value changes nothing that the browser reports.
  const checkDate = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) =>
    onBadDate?.(currentTarget.validity.badInput);
  return (
    <TextField
      className={`field${mono ? ' field-mono' : ''}`}
      value={value}
      onChange={onChange}
      isInvalid={error !== null}
      isDisabled={disabled}
      autoFocus={autoFocus}
      validationBehavior="aria"
      {...(kind === 'lines' ? {} : { type: kind })}
      {...(maxLength === undefined ? {} : { maxLength })}
      {...(onBlur === undefined ? {} : { onBlur })}
      spellCheck="false"
      autoComplete="off"
    >
      <FieldFrame label={label} hint={hint} error={error}>
        {kind === 'lines' ? (
          <TextArea className="field-input" placeholder={placeholder ?? ''} />
        ) : (
          <Input
            className="field-input"
            placeholder={placeholder ?? ''}
            {...(onEnter === undefined
              ? {}
              : {
                  // Enter also ends the composition of a character.
                  onKeyDown: ({ key, nativeEvent }) => {
                    if (key === 'Enter' && !nativeEvent.isComposing) onEnter();
                  },
                })}
            {...(onBadDate === undefined
              ? {}
              : { onInput: checkDate, onKeyUp: checkDate, onBlur: checkDate })}
            {...(kind === 'date' ? { max: '9999-12-31' } : {})}
          />
        )}
      </FieldFrame>
    </TextField>
  );
}
