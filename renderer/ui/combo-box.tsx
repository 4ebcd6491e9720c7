import { Button } from 'react-aria-components/Button';
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { words } from '../i18n/words.ts';
import './field.css';
import './select.css';
import { Icon } from './icon.tsx';
import type { Option } from './select.tsx';

/** One of many: typing narrows the list. */
export function ComboBox<Value extends string>({
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
    <AriaComboBox
      className="field"
      value={value}
      onChange={(key) => {
        const chosen = options.find((option) => option.value === key);
        if (chosen !== undefined) onChange(chosen.value);
      }}
      defaultItems={options.map((option) => ({ ...option, id: option.value }))}
      menuTrigger="focus"
      allowsEmptyCollection
      isInvalid={error !== null}
      isDisabled={disabled}
      validationBehavior="aria"
    >
      <Label className="field-label">{label}</Label>
      <div className="combo">
        <Input className="field-input" placeholder={placeholder} spellCheck="false" />
        <Button className="combo-button">
          <Icon name="chevronDown" size={14} />
        </Button>
      </div>
      {hint === undefined ? null : (
        <Text slot="description" className="field-hint">
          {hint}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
      <Popover className="popover">
        <ListBox
          className="options"
          renderEmptyState={() => <div className="options-none">{words.ui.nothingFits}</div>}
        >
          {(option: Option<Value> & { readonly id: Value }) => (
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
    </AriaComboBox>
  );
}
