/** The rules as a person types them, and back. */

import { parseBytes } from '../../../../preload/contract/texts/parse-bytes.ts';
import { emptyRangeText } from '../../../../preload/contract/texts/selection-text.ts';
import {
  emptyRanges,
  maxGlobLength,
  maxGlobs,
  maxNameLength,
  maxNames,
  type Selection,
} from '../../../../preload/contract/views/selection.ts';
import { words } from '../../../i18n/words.ts';

export interface RulesForm {
  readonly include: string;
  readonly exclude: string;
  readonly types: string;
  readonly notTypes: string;
  readonly minSize: string;
  readonly maxSize: string;
  readonly modifiedFrom: string;
  readonly modifiedTo: string;
  /** One name a line. */
  readonly custodians: string;
  readonly notCustodians: string;
  readonly matchCase: boolean;
}

export type RulesField = keyof Omit<RulesForm, 'matchCase'>;
/** What is wrong with a field, and what to do. */
export type RulesErrors = Readonly<Partial<Record<RulesField, string>>>;

const units = { k: 1e3, m: 1e6, g: 1e9, t: 1e12 };

/** Null if it is empty, NaN if it isn't a size. */
function parseSize(text: string): number | null {
  return text.trim() === '' ? null : (parseBytes(text) ?? Number.NaN);
}

function formatSize(bytes: number | null): string {
  if (bytes === null) return '';
  const unit = (['t', 'g', 'm', 'k'] as const).find(
    (each) => bytes > 0 && Number.isInteger((bytes / units[each]) * 10),
  );
  return unit === undefined
    ? String(bytes)
    : `${bytes / units[unit]} ${unit === 'k' ? 'k' : unit.toUpperCase()}B`;
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
    custodians: rules.custodians.join('\n'),
    notCustodians: rules.notCustodians.join('\n'),
    matchCase: rules.matchCase,
  };
}

const lines = (text: string): string[] => split(text, '\n');
const split = (text: string, separator: string): string[] =>
  text.split(separator).flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));

function rulesOf(form: RulesForm) {
  return {
    include: lines(form.include),
    exclude: lines(form.exclude),
    types: split(form.types, ','),
    notTypes: split(form.notTypes, ','),
    minBytes: parseSize(form.minSize),
    maxBytes: parseSize(form.maxSize),
    modifiedFrom: form.modifiedFrom === '' ? null : form.modifiedFrom,
    modifiedTo: form.modifiedTo === '' ? null : form.modifiedTo,
    custodians: lines(form.custodians),
    notCustodians: lines(form.notCustodians),
    matchCase: form.matchCase,
  };
}

const ruleWords = words.selection;

/** `badDates`: fields in which a person typed a day that no calendar has. A date field reports that beside its value. */
export function checkForm(form: RulesForm, badDates: ReadonlySet<RulesField> = new Set()): RulesErrors {
  const rules = rulesOf(form);
  const tooMany = (values: readonly string[], max: number, maxLength: number) => {
    if (values.length > max) return ruleWords.tooManyLines(max);
    return values.some(({ length }) => length > maxLength) ? ruleWords.lineTooLong(maxLength) : undefined;
  };
  const sizeError = (bytes: number | null) => (Number.isNaN(bytes) ? ruleWords.sizeInvalid : undefined);
  const empty = emptyRanges(rules);
  const dateError = (field: RulesField) => (badDates.has(field) ? ruleWords.dateInvalid : undefined);
  const found: Readonly<Partial<Record<RulesField, string | undefined>>> = {
    include: tooMany(rules.include, maxGlobs, maxGlobLength),
    exclude: tooMany(rules.exclude, maxGlobs, maxGlobLength),
    types: tooMany(rules.types, maxNames, maxNameLength),
    notTypes: tooMany(rules.notTypes, maxNames, maxNameLength),
    minSize: sizeError(rules.minBytes),
    maxSize:
      sizeError(rules.maxBytes) ??
      (empty.includes('size') ? emptyRangeText(ruleWords.minSize, ruleWords.maxSize) : undefined),
    modifiedFrom: dateError('modifiedFrom'),
    modifiedTo:
      dateError('modifiedTo') ??
      (empty.includes('date') ? emptyRangeText(ruleWords.modifiedFrom, ruleWords.modifiedTo) : undefined),
    custodians: tooMany(rules.custodians, maxNames, maxNameLength),
    notCustodians: tooMany(rules.notCustodians, maxNames, maxNameLength),
  };
  return Object.fromEntries(Object.entries(found).filter(([, error]) => error !== undefined));
}

/** The rules with what the form has. The form was checked before. */
export function withForm(rules: Selection, form: RulesForm): Selection {
  return { ...rules, ...rulesOf(form) };
}
