import type { Ref } from 'react';
import { Input } from 'react-aria-components/Input';
import { SearchField as AriaSearchField } from 'react-aria-components/SearchField';
import { words } from '../i18n/words.ts';
import { Button } from './button.tsx';
import './field.css';
import { Icon } from './icon.tsx';

export function SearchField({
  label,
  value,
  onChange,
  inputRef,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly inputRef?: Ref<HTMLInputElement>;
}) {
  return (
    <AriaSearchField className="search" aria-label={label} value={value} onChange={onChange} maxLength={200}>
      <Icon name="search" />
      <Input
        className="field-input"
        placeholder={label}
        spellCheck="false"
        {...(inputRef ? { ref: inputRef } : {})}
      />
      <Button variant="quiet" small icon="close" label={words.ui.clearSearch} />
    </AriaSearchField>
  );
}
