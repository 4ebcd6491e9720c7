/** Turns what a person typed into values, or says what would be right. */
import { InvalidArgumentError } from 'commander';
import { failure, type Result, success } from '../../preload/contract/failures/failure.ts';
import { urlSecrets } from '../../preload/contract/texts/known-secrets.ts';
import {
  type CustodianRule,
  custodianName,
  parseCustodianRule,
} from '../../preload/contract/views/custodian-rule.ts';
import type { InterfaceForm } from '../../preload/contract/views/interface-form.ts';
import type { WeeklyHours } from '../../preload/contract/views/weekly-hours.ts';
import type { DatabaseRef, TransferLimits } from '../engine/index.ts';
import { parseByteRate } from './format.ts';
import { readInputFile } from './input-file.ts';
import { parseInput } from './input-json.ts';
import { type CliResult, usageError } from './usage-error.ts';
import { invalidValues } from './words/help.ts';

export interface CommonOptions {
  readonly state?: string;
  readonly json?: true;
}

export interface ServerOptions extends CommonOptions {
  readonly server?: string;
  readonly profile?: string;
  readonly keyFile?: string;
  readonly form?: InterfaceForm;
}

export interface LimitOptions {
  readonly concurrency?: number;
  readonly limitRate?: number;
  /** Null for any hour. */
  readonly hours?: WeeklyHours | null;
}

/** The same on every run, so that an upload finds its sandbox again. */
export const defaultSandboxPort = 8475;

const maxConcurrency = 256;

/** Of two IDs, the last would win over one that a person may have meant. `earlier`: the option's value so far. */
export function refuseTwice(earlier: unknown): void {
  if (earlier !== undefined) throw new InvalidArgumentError(invalidValues.twice);
}

/** Ids are integers (platform-interface 2). */
export function positiveInteger(text: string, earlier?: unknown): number {
  refuseTwice(earlier);
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < 1) {
    throw new InvalidArgumentError(invalidValues.wholeNumber);
  }
  return value;
}

export function concurrency(text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > maxConcurrency) {
    throw new InvalidArgumentError(invalidValues.concurrency(maxConcurrency));
  }
  return value;
}

export function port(text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : -1;
  if (value < 0 || value > 65_535) throw new InvalidArgumentError(invalidValues.port);
  return value;
}

/** Infinity for `off`. */
export function byteRate(text: string): number {
  if (text.trim().toLowerCase() === 'off') return Number.POSITIVE_INFINITY;
  const value = parseByteRate(text);
  if (value === null) throw new InvalidArgumentError(invalidValues.byteRate);
  return value;
}

const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const hoursPattern =
  /^(?:([a-z]{3})(?:-([a-z]{3}))?\s+)?((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d)$/;

/** `20:00-06:00`, on every day, or `mon-fri 20:00-06:00`. Null for `off`. */
export function weeklyHours(text: string, earlier?: unknown): WeeklyHours | null {
  refuseTwice(earlier);
  const given = text.trim().toLowerCase();
  if (given === 'off') return null;
  const [, firstDay = 'mon', lastDay, from, to] = hoursPattern.exec(given) ?? [];
  const first = dayNames.indexOf(firstDay);
  const last =
    lastDay === undefined && given.startsWith(firstDay) ? first : dayNames.indexOf(lastDay ?? 'sun');
  if (from === undefined || to === undefined || first === -1 || last === -1)
    throw new InvalidArgumentError(invalidValues.hours);
  const days = Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, day) => (first + day) % 7);
  return { days, from, to };
}

/** May be repeated: the first rule of a kind that names a custodian decides. A pattern is checked with the request. */
export function custodianRule(text: string, before: readonly CustodianRule[] = []): readonly CustodianRule[] {
  const rule = parseCustodianRule(text);
  if (rule === null) throw new InvalidArgumentError(invalidValues.custodianRule);
  return [...before, rule];
}

/** As rules and CSVs give it, so that one person isn't two. */
export function custodian(text: string): string {
  const name = custodianName.safeParse(text);
  if (!name.success) throw new InvalidArgumentError(invalidValues.custodian);
  return name.data;
}

export function nonEmpty(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError(invalidValues.empty);
  return text;
}

/** Of two values, the last would win over one that a person may have meant. */
export function once<T>(parse: (text: string) => T): (text: string, earlier?: unknown) => T {
  return (text, earlier) => {
    refuseTwice(earlier);
    return parse(text);
  };
}

export const nonEmptyOnce = once(nonEmpty);

/** Digits are an ID, everything else is a name. */
export function databaseRef(text: string, earlier?: unknown): DatabaseRef {
  refuseTwice(earlier);
  return /^\d+$/.test(text) ? positiveInteger(text) : nonEmpty(text);
}

/** An unset variable of a shell must not become the current directory. */
export function nonEmptyPaths(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), nonEmpty(text)];
}

/** For options that may be repeated. */
export function collect(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text];
}

export function collectCustodian(text: string, before: readonly string[] | undefined): readonly string[] {
  return collect(custodian(text), before);
}

/** For those where an unset variable of a shell would match nothing, or everything. */
export function collectNonEmpty(text: string, before: readonly string[] | undefined): readonly string[] {
  return collect(nonEmpty(text), before);
}

/** A SHA-256 as people copy it: in groups, with colons, in either case. Null if it isn't one. */
export function parseFingerprint(text: string): string | null {
  const hex = text.replace(/[\s:]/g, '').toLowerCase();
  return /^[0-9a-f]{64}$/.test(hex) ? hex : null;
}

/** The part of a link that must not be shown or logged. */
export function linkSecrets(links: readonly string[]): readonly string[] {
  return links.flatMap((link) => urlSecrets(link));
}

/** Not checked while parsing, because commander repeats an invalid value, and what follows `?` in a link is secret. */
export function checkLinks(links: readonly string[]): Result<readonly string[]> {
  for (const [at, link] of links.entries()) {
    const url = URL.parse(link);
    if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
      return failure('link-malformed', { position: at + 1 });
    }
  }
  return success(links);
}

export function readProcessingSettings(path: string): CliResult<Readonly<Record<string, unknown>>> {
  const read = readInputFile('settings', path);
  if (!read.ok) return read;
  const parsed = parseInput(read.value.text);
  if ('detail' in parsed) return usageError('settings-not-json', { path, detail: parsed.detail });
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return usageError('settings-not-object', { path });
  }
  return success(Object.fromEntries(Object.entries(value)));
}

export function transferLimits(options: LimitOptions): TransferLimits {
  return {
    ...(options.concurrency === undefined ? {} : { concurrency: options.concurrency }),
    ...(options.limitRate === undefined ? {} : { bytesPerSecond: options.limitRate }),
    ...(options.hours === undefined ? {} : { hours: options.hours }),
  };
}
