import { z } from 'zod';
import { reasonSchema, reasonText } from '../../preload/contract/failures/failure-table.ts';
import { findingTitle } from '../../preload/contract/texts/finding-text.ts';
import { formatBytes } from '../../preload/contract/texts/format-bytes.ts';
import { isFindingCode } from '../../preload/contract/views/finding.ts';
import type { EventView } from '../../preload/contract/views/views.ts';
import { count } from './format.ts';
import { readableData } from './readable-data.ts';
import { logFields, logOutcome, uploadSettings as words } from './words/upload.ts';

export interface EventField {
  /** As it is in the hash chain. */
  readonly name: string;
  /** '' where the value needs none. */
  readonly label: string;
  readonly value: string;
}

export interface EventDetails {
  /** The file, database or other name that the event is about; '' if there is none. */
  readonly subject: string;
  /** The other fields: reasons first, then figures, then IDs and hashes. */
  readonly fields: readonly EventField[];
}

const outcome = z.object({
  outcome: z.enum(['skipped', 'failed', 'held']),
  reason: reasonSchema.nullable(),
});
/** What became of items, and why. */
const outcomeChange = z.object({
  items: z.array(z.tuple([z.int(), z.int()])),
  now: outcome.nullable(),
});

const subjectFields = ['path', 'name', 'databaseName'] as const;
const textFields: readonly string[] = ['reason', 'note'];

export function eventDetails(data: EventView['data']): EventDetails {
  const present = Object.entries(data).filter(([, value]) => value !== null && value !== '');
  const subject = subjectOf(data);
  const fields = present
    .filter(([field]) => field !== subject && !(field === 'changes' && isReasoned(data)))
    .toSorted(([a], [b]) => fieldOrder(a) - fieldOrder(b))
    .flatMap(([field, value]) => fieldsOf(field, value, data));
  return { subject: subject === undefined ? '' : String(data[subject]), fields };
}

function subjectOf(data: EventView['data']): (typeof subjectFields)[number] | undefined {
  return subjectFields.find((field) => typeof data[field] === 'string' && data[field] !== '');
}

/** Every field that has a value, the subject too. */
export function eventFields(data: EventView['data']): readonly EventField[] {
  const { fields } = eventDetails(data);
  const subject = subjectOf(data);
  return subject === undefined
    ? fields
    : [{ name: subject, label: fieldLabel(subject), value: String(data[subject]) }, ...fields];
}

/** What a list has room for: IDs, hashes, and the facts of the upload itself are in the details. */
export function eventSummary({ subject, fields }: EventDetails): string {
  const shown = fields.filter(
    ({ name }) => !isIdentifier(name) && !/^(firstItem$|lastItem$|upload\.)/.test(name),
  );
  return eventDetailsText({ subject, fields: shown });
}

/** All fields in one line. */
export function eventDetailsText({ fields }: EventDetails): string {
  return fields.map(({ label, value }) => (label === '' ? value : `${label} ${value}`)).join(' · ');
}

/** Whether the reason says in words what the code says. */
function isReasoned({ reason, code }: EventView['data']): boolean {
  return typeof reason === 'string' && reason !== '' && typeof code === 'string';
}

/** The fields inside a field are fields of their own: "upload database". */
function fieldsOf(field: string, value: unknown, data: EventView['data']): readonly EventField[] {
  if (isReasoned(data) && field === 'code') return [];
  if (isReasoned(data) && field === 'reason')
    return [{ name: `reason (${String(data['code'])})`, label: '', value: String(value) }];
  if (field === 'changes' && Array.isArray(value))
    return value.flatMap((change, index) => changeFields(`changes.${index + 1}`, change));
  return plainFields(field, value);
}

function changeFields(name: string, change: unknown): readonly EventField[] {
  const read = outcomeChange.safeParse(change);
  if (!read.success) return plainFields(name, change);
  const { items, now } = read.data;
  const amount = items.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  const why = now === null || now.reason === null ? null : reasonText(now.reason);
  return [{ name, label: '', value: logOutcome(amount, now?.outcome ?? 'queued', why) }];
}

function plainFields(field: string, value: unknown): readonly EventField[] {
  const isNested = typeof value === 'object' && value !== null && !isTexts(value);
  if (!isNested) return [{ name: field, label: fieldLabel(field), value: valueText(field, value) }];
  return readableData(value)
    .filter(([, text]) => text !== '' && text !== '[]' && text !== '{}')
    .map(([name, text]) => {
      const path = [...field.split('.'), ...name.split('.')];
      const label =
        field === 'findings' && isFindingCode(name)
          ? findingTitle(name)
          : path.map(fieldLabel).filter(Boolean).join(' ');
      return { name: path.join('.'), label, value: text };
    });
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function fieldOrder(field: string): number {
  if (textFields.includes(field)) return 0;
  return isIdentifier(field) ? 2 : 1;
}

function isIdentifier(field: string): boolean {
  return field === 'item' || field === 'code' || /(Id|sha1|sha256|md5|etag|hash)$/i.test(field);
}

function fieldLabel(field: string): string {
  // A field that a later version wrote: its own name, split into words.
  return logFields[field] ?? field.replace(/([A-Z])/g, ' $1').toLowerCase();
}

function valueText(field: string, value: unknown): string {
  if (typeof value === 'number') {
    if (/bytes$/i.test(field)) return formatBytes(value);
    return isIdentifier(field) ? String(value) : count(value);
  }
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  return isTexts(value) ? value.join(', ') : String(value);
}
