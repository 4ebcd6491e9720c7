import { useState } from 'react';
import { printable } from '../../../../preload/contract/texts/printable.ts';
import { everything, isEverything, type Selection } from '../../../../preload/contract/views/selection.ts';
import { words } from '../../../i18n/words.ts';
import { useQuery } from '../../../state/use-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import type { SelectionChange } from '../change-selection.ts';
import { checkForm, type RulesField, toForm, withForm } from './rules-form.ts';

const selectionWords = words.selection;
/** How many misspelled custodians are named. */
const maxNamed = 5;

/** Rules by pattern, type, size, date, and custodian, with what they would do before they are applied. */
export function SelectionRules({
  uploadId,
  rules,
  busy,
  onApply,
}: {
  readonly uploadId: number;
  readonly rules: Selection;
  readonly busy: boolean;
  readonly onApply: (change: SelectionChange['change']) => void;
}) {
  const [form, setForm] = useState(() => toForm(rules));
  const [badDates, setBadDates] = useState<ReadonlySet<RulesField>>(new Set());
  const errors = checkForm(form, badDates);
  const next = Object.keys(errors).length > 0 ? null : withForm(rules, form);
  const isChanged = next !== null && JSON.stringify(next) !== JSON.stringify(rules);
  const preview = useQuery(
    'selection.preview',
    isChanged ? { argument: { uploadId, rules: { ...next } } } : null,
    0,
    { oneByOne: true },
  );
  const isRefused = isChanged && preview.isCurrent && preview.kind === 'failed';
  const text = (name: RulesField) => ({
    value: form[name],
    error: errors[name] ?? null,
    onChange: (value: string) => setForm({ ...form, [name]: value }),
  });
  const date = (name: RulesField) => ({
    ...text(name),
    kind: 'date' as const,
    onBadDate: (isBad: boolean) =>
      setBadDates((before) => new Set([...before].filter((each) => each !== name).concat(isBad ? name : []))),
  });
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
        <Field
          label={selectionWords.custodians}
          hint={selectionWords.custodiansHint}
          kind="lines"
          {...text('custodians')}
        />
        <Field
          label={selectionWords.notCustodians}
          hint={selectionWords.notCustodiansHint}
          kind="lines"
          {...text('notCustodians')}
        />
        <Field label={selectionWords.notTypes} {...text('notTypes')} />
        <Field label={selectionWords.minSize} hint={selectionWords.sizeHint} {...text('minSize')} />
        <Field label={selectionWords.maxSize} {...text('maxSize')} />
        <Field label={selectionWords.modifiedFrom} {...date('modifiedFrom')} />
        <Field label={selectionWords.modifiedTo} {...date('modifiedTo')} />
      </div>
      <Checkbox selected={form.matchCase} onChange={(matchCase) => setForm({ ...form, matchCase })}>
        {selectionWords.matchCase}
      </Checkbox>
      {isChanged && preview.kind === 'loaded' ? (
        <UnknownCustodians names={preview.value.unknownCustodians} />
      ) : null}
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
            onApply((latest) => withForm(latest, form));
          }}
        >
          {selectionWords.apply}
        </Button>
        <Button
          small
          disabled={isEverything(rules) || busy}
          onPress={() => {
            setForm(toForm(everything));
            setBadDates(new Set());
            onApply(() => everything);
          }}
        >
          {selectionWords.clear}
        </Button>
      </div>
    </section>
  );
}

function UnknownCustodians({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Notice
      tone="warn"
      title={selectionWords.unknownCustodians(names.slice(0, maxNamed).map(printable), names.length)}
    />
  );
}
