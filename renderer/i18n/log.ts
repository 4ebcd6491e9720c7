import type { EventView } from '../../preload/contract/views.ts';
import { bytes, count } from './format.ts';
import { logFields } from './words/upload.ts';

export interface LogDetails {
  /** The file, or whatever else the event is about; '' for none. */
  readonly subject: string;
  /** What else is said of it, in the order of its weight: sentences and figures first, numbers of records last. */
  readonly facts: readonly (readonly [name: string, value: string])[];
}

const subjects = ['path', 'name', 'databaseName'] as const;
const sentences: readonly string[] = ['reason', 'note'];

/** The field in the log's own writing, and when it comes: a reason, then figures, then numbers of records. */
function weight(field: string): number {
  if (sentences.includes(field)) return 0;
  return field === 'item' || field === 'code' || /(Id|sha1|md5|etag|hash)$/i.test(field) ? 2 : 1;
}

export function logDetails(data: EventView['data']): LogDetails {
  const told = Object.entries(data).filter(([, value]) => value !== null && value !== '');
  const subject = subjects.find((field) => typeof data[field] === 'string' && data[field] !== '');
  const facts = told
    .filter(([field]) => field !== subject)
    .toSorted(([a], [b]) => weight(a) - weight(b))
    .map(([field, value]) => [nameTold(field), valueTold(field, value)] as const);
  return { subject: subject === undefined ? '' : String(data[subject]), facts };
}

/** All of it in one line: a sentence stands for itself, a figure has its name. */
export function logLine({ facts }: LogDetails): string {
  return facts.map(([name, value]) => (name === '' ? value : `${name} ${value}`)).join(' · ');
}

function nameTold(field: string): string {
  // A field of a later Lading is named as it is written, in words.
  return logFields[field] ?? field.replace(/([A-Z])/g, ' $1').toLowerCase();
}

function valueTold(field: string, value: unknown): string {
  if (typeof value === 'number') {
    if (/bytes$/i.test(field)) return bytes(value);
    return weight(field) === 2 ? String(value) : count(value);
  }
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ');
  return JSON.stringify(value);
}
