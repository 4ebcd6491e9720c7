import { useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { ListBox } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { words } from '../i18n/words.ts';
import { FieldFrame } from './field-frame.tsx';
import { Icon } from './icon.tsx';
import { type Option, optionItems, renderOption } from './option.tsx';
import { isLongList, shortenOptions } from './short-options.ts';

/** Selects one of many options; typing filters them. */
export function ComboBox<Value extends string>({
  label,
  options,
  value,
  onChange,
  onText,
  placeholder = '',
  hint,
  error = null,
  disabled = false,
}: {
  readonly label: string;
  readonly options: readonly Option<Value>[];
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  /** Takes any other text, when the field loses focus or Enter is pressed. Without it, only options can be chosen. */
  readonly onText?: (text: string) => void;
  readonly placeholder?: string;
  readonly hint?: string;
  readonly error?: string | null;
  readonly disabled?: boolean;
}) {
  const selected = options.find((option) => option.value === value);
  const text = useRef(selected?.label ?? '');
  const [search, setSearch] = useState('');
  const isLong = isLongList(options);
  const shown = isLong ? shortenOptions(options, search, selected) : options;
  const hidden = options.length - shown.length;
  return (
    <AriaComboBox
      className="field"
      value={value}
      onChange={(key) => {
        const chosen = options.find((option) => option.value === key);
        if (chosen !== undefined) onChange(chosen.value);
        // Null while the text is cleared as well, which is only the first half of typing another.
        else if (text.current.trim() !== '') onText?.(text.current);
      }}
      onInputChange={(typed) => {
        text.current = typed;
        if (isLong) setSearch(typed);
      }}
      onBlur={() => {
        if (text.current.trim() === '') onText?.('');
      }}
      allowsCustomValue={onText !== undefined}
      {...(isLong ? { items: optionItems(shown) } : { defaultItems: optionItems(options) })}
      menuTrigger="focus"
      allowsEmptyCollection
      isInvalid={error !== null}
      isDisabled={disabled}
      validationBehavior="aria"
    >
      <FieldFrame label={label} hint={hint} error={error}>
        <div className="combo">
          <Input className="field-input" placeholder={placeholder} spellCheck="false" maxLength={255} />
          <Button className="combo-button">
            <Icon name="chevronDown" size={14} />
          </Button>
        </div>
      </FieldFrame>
      <Popover className="popover">
        <ListBox
          className="options"
          renderEmptyState={() => (
            <div className="options-none">
              {onText === undefined ? words.ui.noMatches : words.ui.otherValue}
            </div>
          )}
        >
          {renderOption}
        </ListBox>
        {hidden > 0 && shown.length > 0 ? (
          <div className="options-none">{words.ui.typeToSearch(options.length)}</div>
        ) : null}
      </Popover>
    </AriaComboBox>
  );
}
