import { type RefObject, useRef } from 'react';
import { valueText } from '../../../preload/contract/platform/value-text.ts';
import { words } from '../../i18n/words.ts';
import { useMenuItem } from '../../state/menu.ts';
import { Field } from '../../ui/field.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import type { FilterForm } from './activity-filter.ts';
import { rangeNames } from './time-range.ts';

const allTypes = 'all types';

/** Which events to show. `types` are those seen so far: the platform doesn't list them. */
export function ActivityFilters({
  form,
  onChange,
  types,
}: {
  readonly form: FilterForm;
  readonly onChange: (form: FilterForm) => void;
  readonly types: readonly string[];
}) {
  const searchField: RefObject<HTMLInputElement | null> = useRef(null);
  useMenuItem('find', () => searchField.current?.focus());
  const set = (changes: Partial<FilterForm>) => onChange({ ...form, ...changes });
  return (
    <div className="activity-filters">
      <SearchField
        label={words.activity.search}
        value={form.text}
        onChange={(text) => set({ text })}
        inputRef={searchField}
      />
      <Select
        label={words.activity.range}
        options={rangeNames.map((value) => ({ value, label: words.activity.ranges[value] }))}
        value={form.range}
        onChange={(range) => set({ range })}
      />
      {form.range === 'custom' ? (
        <>
          <Field
            label={words.activity.from}
            kind="date"
            value={form.from}
            onChange={(from) => set({ from })}
          />
          <Field label={words.activity.to} kind="date" value={form.to} onChange={(to) => set({ to })} />
        </>
      ) : null}
      <Select
        label={words.activity.type}
        options={[
          { value: allTypes, label: words.activity.allTypes },
          ...types.map((type) => ({ value: type, label: valueText(type) })),
        ]}
        value={form.type ?? allTypes}
        onChange={(type) => set({ type: type === allTypes ? null : type })}
      />
      <Field
        label={words.activity.person}
        value={form.person}
        onChange={(person) => set({ person })}
        placeholder={words.activity.personPlaceholder}
        maxLength={200}
      />
    </div>
  );
}
