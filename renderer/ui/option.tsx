import { ListBoxItem } from 'react-aria-components/ListBox';
import { Text } from 'react-aria-components/Text';
import './select.css';
import { Icon } from './icon.tsx';

/** One of those that a list, a search in a list, a group or a row of buttons offers. */
export interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly description?: string;
}

/** React Aria tells what was chosen by its key: what was offered under it is handed on. */
export function optionChangeHandler<Value extends string>(
  options: readonly Option<Value>[],
  onChange: (value: Value) => void,
): (key: string | number | null) => void {
  return (key) => {
    const chosen = options.find((option) => option.value === key);
    if (chosen !== undefined) onChange(chosen.value);
  };
}

export function optionItems<Value extends string>(options: readonly Option<Value>[]) {
  return options.map((option) => ({ ...option, id: option.value }));
}

/** A row of an open list. */
export function renderOption({ label, description }: Option<string>) {
  return (
    <ListBoxItem className="option" textValue={label}>
      {({ isSelected }) => (
        <>
          {isSelected ? <Icon name="check" /> : <span />}
          <Text slot="label">
            {label}
            {description === undefined ? null : <span className="option-description">{description}</span>}
          </Text>
        </>
      )}
    </ListBoxItem>
  );
}
