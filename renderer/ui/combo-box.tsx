import { type FocusEvent, type ReactNode, useContext, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox as AriaComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { ListBox } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { maxNameChars } from '../../preload/contract/bounds.ts';
import { words } from '../i18n/words.ts';
import { FieldFrame } from './field-frame.tsx';
import { Icon } from './icon.tsx';
import { type Option, optionItems, renderOption } from './option.tsx';

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
  // It is null while the field shows what is selected.
  const [typed, setTyped] = useState<string | null>(null);
  const selected = options.find((option) => option.value === value);
  const isLong = isLongList(options);
  const { shown, isCut } = isLong ? shortenOptions(options, typed ?? '') : { shown: options, isCut: false };
  return (
    <AriaComboBox
      className="field"
      value={value}
      inputValue={typed ?? selected?.label ?? ''}
      onInputChange={(text) => setTyped(text === selected?.label ? null : text)}
      onChange={(key) => {
        const chosen = options.find((option) => option.value === key);
        setTyped(null);
        if (chosen === undefined) {
          if (typed !== null) onText?.(typed);
        } else if (chosen.value !== value) onChange(chosen.value);
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
        <EscapeClosesList>
          <Input
            className="field-input"
            placeholder={placeholder}
            spellCheck="false"
            maxLength={maxNameChars}
            onFocus={selectText}
          />
          <Button className="combo-button">
            <Icon name="chevronDown" size={14} />
          </Button>
        </EscapeClosesList>
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
        {isCut ? <div className="options-none">{words.ui.typeToSearch(options.length)}</div> : null}
      </Popover>
    </AriaComboBox>
  );
}

/** The list alone: what was typed stays, and nothing around the field closes. React Aria would drop the text with it. */
function EscapeClosesList({ children }: { readonly children: ReactNode }) {
  const list = useContext(ComboBoxStateContext);
  return (
    <div
      className="combo"
      onKeyDownCapture={(event) => {
        if (event.key !== 'Escape' || list?.isOpen !== true) return;
        event.stopPropagation();
        list.setOpen(false);
      }}
    >
      {children}
    </div>
  );
}

/**
 * What is typed replaces what is selected. Once the click that gave the focus has placed the cursor. React Aria raises the event
 * again when typing leaves the option that was marked: by then, the first letter would be selected, and replaced by the second.
 */
function selectText({ currentTarget: input, isTrusted }: FocusEvent<HTMLInputElement>): void {
  if (!isTrusted) return;
  requestAnimationFrame(() => {
    if (document.activeElement === input) input.select();
  });
}

/** More can't be drawn at once without a pause. */
const longList = 600;
const maxShown = 200;

function isLongList(options: readonly unknown[]): boolean {
  return options.length > longList;
}

/** The first options of a long list that have the text, those that begin with it before the others. */
export function shortenOptions<Value extends string>(
  options: readonly Option<Value>[],
  text: string,
): { readonly shown: readonly Option<Value>[]; readonly isCut: boolean } {
  const wanted = text.trim().toLowerCase();
  const begins = ({ label }: Option<Value>) => label.toLowerCase().startsWith(wanted);
  const found = options.filter(({ label }) => label.toLowerCase().includes(wanted));
  const ordered = [...found.filter(begins), ...found.filter((option) => !begins(option))];
  return { shown: ordered.slice(0, maxShown), isCut: ordered.length > maxShown };
}
