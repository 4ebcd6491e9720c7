import { Button } from 'react-aria-components/Button';
import { ListBox } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { FieldFrame } from './field-frame.tsx';
import { Icon } from './icon.tsx';
import { type Option, optionChangeHandler, optionItems, renderOption } from './option.tsx';

/** Selects one of several options in a list that opens. */
export function Select<Value extends string>({
  label,
  options,
  value,
  onChange,
  placeholder = '',
  hint,
  error = null,
  disabled = false,
}: {
  readonly label: string;
  readonly options: readonly Option<Value>[];
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  readonly placeholder?: string;
  readonly hint?: string;
  readonly error?: string | null;
  readonly disabled?: boolean;
}) {
  return (
    <AriaSelect
      className="field select"
      value={value}
      onChange={optionChangeHandler(options, onChange)}
      placeholder={placeholder}
      isInvalid={error !== null}
      isDisabled={disabled}
      validationBehavior="aria"
    >
      <FieldFrame label={label} hint={hint} error={error}>
        <Button className="select-button">
          <SelectValue className="select-value" />
          <Icon name="chevronDown" size={14} />
        </Button>
      </FieldFrame>
      <Popover className="popover">
        <ListBox className="options" items={optionItems(options)}>
          {renderOption}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
