import { formatBytes } from '../../preload/contract/format-bytes.ts';
import type { EventView } from '../../preload/contract/views.ts';
import { count } from './format.ts';
import { logFields } from './words/upload.ts';

export interface EventDetails {
  /** The file, database or other name that the event is about; '' if there is none. */
  readonly subject: string;
  /** The other fields: reasons first, then figures, then IDs and hashes. */
  readonly fields: readonly (readonly [label: string, value: string])[];
}

const subjectFields = ['path', 'name', 'databaseName'] as const;
const textFields: readonly string[] = ['reason', 'note'];

export function eventDetails(data: EventView['data']): EventDetails {
  const present = Object.entries(data).filter(([, value]) => value !== null && value !== '');
  const subject = subjectFields.find((field) => typeof data[field] === 'string' && data[field] !== '');
  const fields = present
    .filter(([field]) => field !== subject)
    .toSorted(([a], [b]) => fieldOrder(a) - fieldOrder(b))
    .map(([field, value]) => [fieldLabel(field), valueText(field, value)] as const);
  return { subject: subject === undefined ? '' : String(data[subject]), fields };
}

/** All fields in one line. */
export function eventDetailsText({ fields }: EventDetails): string {
  return fields.map(([label, value]) => (label === '' ? value : `${label} ${value}`)).join(' · ');
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
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ');
  return JSON.stringify(value);
}
