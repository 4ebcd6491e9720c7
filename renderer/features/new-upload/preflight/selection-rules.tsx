import { useState } from 'react';
import { everything, isEverything, type Selection } from '../../../../preload/contract/selection.ts';
import { words } from '../../../i18n/words.ts';
import { useQuery } from '../../../state/use-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { parseSize, type RulesForm, toForm, withForm } from './rules-form.ts';

const selectionWords = words.selection;

/** Rules by pattern, type, size, and date, with what they would do before they are applied. */
export function SelectionRules({
  uploadId,
  rules,
  busy,
  onApply,
}: {
  readonly uploadId: number;
  readonly rules: Selection;
  readonly busy: boolean;
  readonly onApply: (rules: Selection) => void;
}) {
  const [form, setForm] = useState(() => toForm(rules));
  const next = withForm(rules, form);
  const isChanged = next !== null && JSON.stringify(next) !== JSON.stringify(rules);
  const preview = useQuery(
    'selection.preview',
    isChanged ? { argument: { uploadId, rules: { ...next } } } : null,
    0,
    { oneByOne: true },
  );
  const isRefused = isChanged && preview.isCurrent && preview.kind === 'failed';
  const text = (name: keyof Omit<RulesForm, 'matchCase'>) => ({
    value: form[name],
    onChange: (value: string) => setForm({ ...form, [name]: value }),
  });
  const sizeError = (size: string) => (Number.isNaN(parseSize(size)) ? selectionWords.sizeInvalid : null);
  return (
    <section className="stack" aria-label={selectionWords.rules}>
      <div className="selection-fields">
        <Field
          label={selectionWords.include}
          hint={selectionWords.includeHint}
          kind="lines"
          mono
          {...text('include')}
        />
        <Field
          label={selectionWords.excludePatterns}
          hint={selectionWords.excludeHint}
          kind="lines"
          mono
          {...text('exclude')}
        />
        <Field label={selectionWords.types} hint={selectionWords.typesHint} {...text('types')} />
        <Field label={selectionWords.notTypes} {...text('notTypes')} />
        <Field
          label={selectionWords.minSize}
          hint={selectionWords.sizeHint}
          error={sizeError(form.minSize)}
          {...text('minSize')}
        />
        <Field label={selectionWords.maxSize} error={sizeError(form.maxSize)} {...text('maxSize')} />
        <Field label={selectionWords.modifiedFrom} kind="date" {...text('modifiedFrom')} />
        <Field label={selectionWords.modifiedTo} kind="date" {...text('modifiedTo')} />
      </div>
      <Checkbox selected={form.matchCase} onChange={(matchCase) => setForm({ ...form, matchCase })}>
        {selectionWords.matchCase}
      </Checkbox>
      {isRefused ? <FailureNotice failure={preview.failure} /> : null}
      <p className="small muted" role="status">
        {!isChanged
          ? isEverything(rules)
            ? ''
            : selectionWords.applied
          : !preview.isCurrent
            ? words.common.loading
            : preview.kind === 'loaded'
              ? selectionWords.preview(preview.value.queued.items, preview.value.queued.bytes)
              : ''}
      </p>
      <div className="row">
        <Button
          variant="primary"
          small
          disabled={!isChanged || busy || isRefused}
          onPress={() => {
            if (next !== null) onApply(next);
          }}
        >
          {selectionWords.apply}
        </Button>
        <Button
          small
          disabled={isEverything(rules) || busy}
          onPress={() => {
            setForm(toForm(everything));
            onApply(everything);
          }}
        >
          {selectionWords.clear}
        </Button>
      </div>
    </section>
  );
}
