/**
 * A small JSON file that is read once and replaced as a whole: a reader sees either the old content or the new. A field that
 * isn't valid gets its fallback, and the others stay.
 */
import { mkdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { errnoOf } from '../../preload/contract/failures/errno.ts';
import { failure, type Result } from '../../preload/contract/failures/failure.ts';
import { replaceTextFile } from '../engine/store/files/atomic-file.ts';
import { ownerOnly } from '../engine/store/files/private-folder.ts';
import { readSmallFile } from '../engine/store/files/small-file.ts';

export interface JsonStore<T> {
  readonly value: T;
  /** Changes the value in memory at once; resolves when it is on disk, or with why it is not. */
  set(value: T): Promise<Result<undefined>>;
}

export interface JsonStoreOptions<Schema extends z.ZodType> {
  readonly path: string;
  readonly schema: Schema;
  readonly fallback: z.output<Schema>;
  readonly onDamaged: (message: string) => void;
}

export async function openJsonStore<Schema extends z.ZodType>({
  path,
  schema,
  fallback,
  onDamaged,
}: JsonStoreOptions<Schema>): Promise<JsonStore<z.output<Schema>>> {
  let value = fallback;
  const content = await readIfPresent(path);
  if (content !== undefined) {
    const { repaired, replaced } = parseFields(schema, content.json, fallback);
    value = repaired;
    if (replaced === null || replaced.length > 0) {
      // Not deleted: someone may want to see what it contained.
      await rename(path, `${path}.damaged`).catch(() => undefined);
      if (replaced !== null) await replaceFile(path, textOf(value));
      const lost = replaced === null ? '' : ` Defaults replace ${replaced.join(', ')}.`;
      onDamaged(`${path} is damaged and was renamed to ${path}.damaged.${lost}`);
    }
  }
  let lastWrite: Promise<unknown> = Promise.resolve();
  return {
    get value() {
      return value;
    },
    set(next) {
      value = next;
      const written = lastWrite.then(() => replaceFile(path, textOf(next)));
      lastWrite = written;
      return written;
    },
  };
}

const textOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** `replaced` names the fields that have their fallback; it is null where everything has. */
export function parseFields<Schema extends z.ZodType>(
  schema: Schema,
  content: unknown,
  fallback: z.output<Schema>,
): { readonly repaired: z.output<Schema>; readonly replaced: readonly string[] | null } {
  const replaced = new Set<string>();
  let parsed = schema.safeParse(content);
  if (!parsed.success) {
    let fields = content;
    for (const { path } of parsed.error.issues) {
      const known = replaceField(fields, fallback, path);
      fields = known.value;
      replaced.add(known.path.join('.'));
    }
    parsed = schema.safeParse(fields);
  }
  if (!parsed.success || replaced.has('')) return { repaired: fallback, replaced: null };
  return { repaired: parsed.data, replaced: [...replaced] };
}

/** Replaces what is at the path; where the fallback has nothing there, the nearest field around it. */
function replaceField(
  content: unknown,
  fallback: unknown,
  [key, ...rest]: readonly PropertyKey[],
): { readonly value: unknown; readonly path: readonly string[] } {
  if (key === undefined || !isRecord(content) || !isRecord(fallback) || !Object.hasOwn(fallback, key))
    return { value: fallback, path: [] };
  const { value, path } = replaceField(content[key], fallback[key], rest);
  return { value: { ...content, [key]: value }, path: [String(key), ...path] };
}

const isRecord = (value: unknown): value is Readonly<Record<PropertyKey, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Nobody chose the path, so the failure says that Lading can't write to its own folder. */
async function replaceFile(path: string, text: string): Promise<Result<undefined>> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: ownerOnly });
  } catch (error) {
    return failure('store-read-only', { path, errno: errnoOf(error) });
  }
  const written = await replaceTextFile(path, text);
  if (written.ok || written.failure.code !== 'write-failed') return written;
  return failure('store-read-only', { path, errno: written.failure.errno });
}

/** Far above what these files hold. */
const maxBytes = 10_000_000;

/** Without `json` if it is damaged. */
async function readIfPresent(path: string): Promise<{ readonly json?: unknown } | undefined> {
  try {
    return { json: parseJson(await readSmallFile(path, maxBytes)) };
  } catch (error) {
    switch (errnoOf(error)) {
      case 'ENOENT':
        return undefined;
      case 'EFBIG':
      case 'EISDIR':
      case 'ENOTFILE':
        return {};
      default:
        throw error;
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
