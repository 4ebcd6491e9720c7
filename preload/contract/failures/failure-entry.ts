/** One way in which something expected can go wrong: what it is about, its details, and what it says. */
import { z } from 'zod';
import { errnoText } from './errno-text.ts';

/** What a failure is about: the window's heading and the command line's exit code follow from it. */
export const failureKinds = [
  'bad-input',
  'unconfirmed', // a person has to confirm it first
  'profile-invalid',
  'url-insecure',
  'key-missing',
  'key-malformed',
  'key-refused', // 401
  'source', // evidence on disk: missing, unreadable, changed, too large
  'nothing-to-send',
  'store', // the database or its folder
  'altered', // changed outside of Lading
  'disk-full',
  'write', // a file that Lading was asked to write
  'forbidden', // 403
  'not-found', // 404
  'cap-reached', // 422, platform-interface 7.4
  'refused', // any other 4xx
  'unexpected-answer',
  'unreachable',
  'outcome-unknown',
  'hash-mismatch',
  'receipt-invalid',
  'unavailable', // the sandbox, the keychain, updates
  'stopped',
  'not-known',
  'bug',
] as const;
export type FailureKind = (typeof failureKinds)[number];

export interface FailureEntry<Shape extends z.ZodRawShape> {
  readonly kind: FailureKind;
  readonly details: z.ZodObject<Shape>;
  /**
   * What happened, to what, and what to do where that is the same in the window, on the command line, and in a receipt:
   * sentences, each ending with a full stop. A button or a flag is never named; each of them adds its own.
   */
  text(details: z.output<z.ZodObject<Shape>>): string;
}

type NoDetails = Record<never, never>;

/** A failure without details says the same every time. */
export function entry(kind: FailureKind, text: string): FailureEntry<NoDetails>;
export function entry<Shape extends z.ZodRawShape>(
  kind: FailureKind,
  shape: Shape,
  text: FailureEntry<Shape>['text'],
): FailureEntry<Shape>;
export function entry(
  kind: FailureKind,
  shape: string | z.ZodRawShape,
  text: FailureEntry<z.ZodRawShape>['text'] = () => String(shape),
): FailureEntry<z.ZodRawShape> {
  return { kind, details: z.object(typeof shape === 'string' ? {} : shape), text };
}

export const text = z.string();
export const path = z.string();
/** Beside a file's own row the path is not repeated. */
export const pathIfNotShown = z.string().optional();
/** The operating system's code, e.g. EACCES. */
export const errno = z.string();
export const bytes = z.number().nonnegative();
export const uploadId = z.int();
export const operation = z.string();
export const status = z.int();
export const platformMessage = z.string().optional();
/** What the platform answered. */
export const answered = { operation, status, platformMessage };

export function subject(file: string | undefined): string {
  return file ?? 'This file';
}

export function object(file: string | undefined): string {
  return file ?? 'this file';
}

/** Where the failure is not shown beside its file. */
export function prefix(file: string | undefined): string {
  return file === undefined ? '' : `${file}: `;
}

export function because(code: string | undefined): string {
  return code === undefined ? '' : ` (${errnoText(code)})`;
}
