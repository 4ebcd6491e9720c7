/** A small file of ours that is read once and replaced whole: whoever reads it sees the old state or the new one. */
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { failure, type Result, success } from '../../preload/contract/failure.ts';

export interface JsonFile<T> {
  readonly value: T;
  /** Kept in memory at once, and on disk when the promise says so. */
  set(value: T): Promise<Result<undefined>>;
}

export interface JsonFileOptions<Schema extends z.ZodType> {
  readonly path: string;
  readonly schema: Schema;
  readonly fallback: z.output<Schema>;
  readonly onDamaged: (message: string) => void;
}

export async function openJsonFile<Schema extends z.ZodType>({
  path,
  schema,
  fallback,
  onDamaged,
}: JsonFileOptions<Schema>): Promise<JsonFile<z.output<Schema>>> {
  let value = fallback;
  const found = await textAt(path);
  if (found !== undefined) {
    const parsed = schema.safeParse(jsonOf(found));
    if (parsed.success) value = parsed.data;
    else {
      // Kept aside: a person may want to see what it said.
      await rename(path, `${path}.damaged`).catch(() => undefined);
      onDamaged(`${path} could not be understood and was put aside as ${path}.damaged.`);
    }
  }
  let writing: Promise<unknown> = Promise.resolve();
  return {
    get value() {
      return value;
    },
    set(next) {
      value = next;
      const written = writing.then(() => replaceFile(path, `${JSON.stringify(next, null, 2)}\n`));
      writing = written;
      return written;
    },
  };
}

/** Readable for this person alone. The old content stays until the new one is on disk. */
async function replaceFile(path: string, text: string): Promise<Result<undefined>> {
  const temporary = `${path}.new`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // A leftover of other rights would keep them.
    await rm(temporary, { force: true });
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
    return success(undefined);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    if (code === 'ENOSPC') return failure('disk-full', `The disk is full: ${path} was not saved.`, { path });
    return failure('store-read-only', `${path} could not be saved (${code}).`, { path });
  }
}

async function textAt(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
