/** The rules as a person types them, and back. */
import type { Selection } from '../../../../preload/contract/selection.ts';

export interface RulesForm {
  readonly include: string;
  readonly exclude: string;
  readonly types: string;
  readonly notTypes: string;
  readonly minSize: string;
  readonly maxSize: string;
  readonly modifiedFrom: string;
  readonly modifiedTo: string;
  readonly matchCase: boolean;
}

const units: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 };

/** Bytes, from text such as `500 kB` or `2 GB`; null if it is empty, NaN if it isn't a size. */
export function parseSize(text: string): number | null {
  if (text.trim() === '') return null;
  const match = /^(\d+(?:\.\d+)?)\s*([kmgt]?)b?(?:ytes)?$/i.exec(text.trim());
  const bytes = Math.round(Number(match?.[1]) * (units[(match?.[2] ?? '').toLowerCase()] ?? Number.NaN));
  return Number.isSafeInteger(bytes) ? bytes : Number.NaN;
}

function formatSize(bytes: number | null): string {
  if (bytes === null) return '';
  const unit = (['t', 'g', 'm', 'k'] as const).find(
    (each) => bytes > 0 && Number.isInteger((bytes / (units[each] ?? 1)) * 10),
  );
  return unit === undefined
    ? String(bytes)
    : `${bytes / (units[unit] ?? 1)} ${unit === 'k' ? 'k' : unit.toUpperCase()}B`;
}

export function toForm(rules: Selection): RulesForm {
  return {
    include: rules.include.join('\n'),
    exclude: rules.exclude.join('\n'),
    types: rules.types.join(', '),
    notTypes: rules.notTypes.join(', '),
    minSize: formatSize(rules.minBytes),
    maxSize: formatSize(rules.maxBytes),
    modifiedFrom: rules.modifiedFrom ?? '',
    modifiedTo: rules.modifiedTo ?? '',
    matchCase: rules.matchCase,
  };
}

const lines = (text: string): string[] => split(text, '\n');
const split = (text: string, separator: string): string[] =>
  text.split(separator).flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));

/** The rules with what the form has, or null while a field is wrong. */
export function withForm(rules: Selection, form: RulesForm): Selection | null {
  const minBytes = parseSize(form.minSize);
  const maxBytes = parseSize(form.maxSize);
  if (Number.isNaN(minBytes) || Number.isNaN(maxBytes)) return null;
  return {
    ...rules,
    include: lines(form.include),
    exclude: lines(form.exclude),
    types: split(form.types, ','),
    notTypes: split(form.notTypes, ','),
    minBytes,
    maxBytes,
    modifiedFrom: form.modifiedFrom === '' ? null : form.modifiedFrom,
    modifiedTo: form.modifiedTo === '' ? null : form.modifiedTo,
    matchCase: form.matchCase,
  };
}
