import { ListBoxItem } from 'react-aria-components/ListBox';
import { Text } from 'react-aria-components/Text';
import './select.css';
import { Icon } from './icon.tsx';

/** An option of a select, combo box, radio group or segmented control. */
export interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly description?: string;
}

/** React Aria reports the key of the chosen option; this passes on its typed value. */
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

/** An option in an open list. */
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
