/** What a person typed, turned into values. A wrong one is refused with what would be right. */
import { readFileSync, statSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { failure, type Result, success } from '../../preload/contract/failure.ts';
import type { CustodianRule, TransferLimits } from '../engine/index.ts';
import { parseByteRate } from './format.ts';

export interface CommonOptions {
  readonly state?: string;
  readonly json?: true;
}

export interface ServerOptions extends CommonOptions {
  readonly server?: string;
  readonly profile?: string;
  readonly keyFile?: string;
}

export interface LimitOptions {
  readonly concurrency?: number;
  readonly byteRate?: number;
}

const mostPartsInFlight = 256;

/** Ids are integers (platform-interface 2). */
export function positiveInteger(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < 1) {
    throw new InvalidArgumentError('It must be a whole number of at least 1.');
  }
  return value;
}

export function concurrency(text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > mostPartsInFlight) {
    throw new InvalidArgumentError(
      `It must be a whole number from 1 to ${mostPartsInFlight}: parts in flight.`,
    );
  }
  return value;
}

export function port(text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : -1;
  if (value < 0 || value > 65_535)
    throw new InvalidArgumentError('It must be a port from 0 to 65535; 0 takes a free one.');
  return value;
}

export function limitRate(text: string): number {
  const value = parseByteRate(text);
  if (value === null)
    throw new InvalidArgumentError('It must be bytes a second, as in 50M (50,000,000), 800k or 1.5G.');
  return value;
}

export function custodianRule(text: string): CustodianRule {
  const level = /^folder:([1-9]\d{0,2})$/.exec(text)?.[1];
  if (level === undefined) {
    throw new InvalidArgumentError(
      'It must be folder:N: folder:1 takes the name of the first folder below a chosen one, folder:2 of the one below that.',
    );
  }
  return { kind: 'folder', level: Number(level) };
}

export function nonEmpty(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.');
  return text;
}

export function collect(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text];
}

/** Here and not while parsing: commander repeats a wrong value, and what follows `?` in a link is a secret. */
export function checkLinks(links: readonly string[]): Result<readonly string[]> {
  for (const [at, link] of links.entries()) {
    const url = URL.parse(link);
    if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
      return failure('bad-input', `Link ${at + 1} (--link) is no web address: it must begin with https://.`);
    }
  }
  return success(links);
}

export function readProcessingSettings(path: string): Result<Readonly<Record<string, unknown>>> {
  const text = readText(path, 'settings file');
  if (!text.ok) return text;
  let value: unknown;
  try {
    value = JSON.parse(text.value.replace(/^\uFEFF/, ''));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return failure('bad-input', `The settings file ${path} is not JSON: ${why}`, { path });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return failure(
      'bad-input',
      `The settings file ${path} must hold one JSON object, as in {"timezone": "America/New_York"}.`,
      { path },
    );
  }
  return success(Object.fromEntries(Object.entries(value)));
}

const largestSettingsBytes = 1_000_000;

/** The engine reads it when it is needed, which is later than a person wants to hear that it is not there. */
export function checkReadable(path: string, what: string): Result<void> {
  const text = readText(path, what);
  return text.ok ? success(undefined) : text;
}

function readText(path: string, what: string): Result<string> {
  try {
    const stat = statSync(path);
    if (!stat.isFile()) return failure('path-not-a-file', `The ${what} ${path} is not a file.`, { path });
    if (stat.size > largestSettingsBytes) {
      return failure('bad-input', `The ${what} ${path} is larger than 1 MB: is it the right file?`, { path });
    }
    return success(readFileSync(path, 'utf8'));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? failure('path-missing', `There is no ${what} at ${path}.`, { path })
      : failure('path-unreadable', `The ${what} ${path} cannot be read (${code || 'unknown error'}).`, {
          path,
        });
  }
}

export function transferLimits(options: LimitOptions): TransferLimits {
  return {
    ...(options.concurrency === undefined ? {} : { concurrency: options.concurrency }),
    ...(options.byteRate === undefined ? {} : { bytesPerSecond: options.byteRate }),
  };
}
