import { Button } from 'react-aria-components/Button';
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { ListBox } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { words } from '../i18n/words.ts';
import { FieldFrame } from './field-frame.tsx';
import { Icon } from './icon.tsx';
import { type Option, optionChangeHandler, optionItems, renderOption } from './option.tsx';

/** Selects one of many options; typing filters them. */
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
      onChange={optionChangeHandler(options, onChange)}
      defaultItems={optionItems(options)}
      menuTrigger="focus"
      allowsEmptyCollection
      isInvalid={error !== null}
      isDisabled={disabled}
      validationBehavior="aria"
    >
      <FieldFrame label={label} hint={hint} error={error}>
        <div className="combo">
          <Input className="field-input" placeholder={placeholder} spellCheck="false" />
          <Button className="combo-button">
            <Icon name="chevronDown" size={14} />
          </Button>
        </div>
      </FieldFrame>
      <Popover className="popover">
        <ListBox
          className="options"
          renderEmptyState={() => <div className="options-none">{words.ui.noMatches}</div>}
        >
          {renderOption}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}
