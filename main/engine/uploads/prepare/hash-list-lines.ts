import { dirname } from 'node:path';
import { readLines, type TextLine } from '../../sources/read-lines.ts';
import { openSource, type SourceAccess } from '../../sources/source-handle.ts';
import type { SourceReader } from '../../sources/source-reader.ts';
import type { Item } from '../../store/items/item-repository.ts';

/** The lines of a list among the files. Rejects if it can't be read, or changed since the scan. */
export async function* linesOfItem(item: Item, access: SourceAccess): AsyncGenerator<TextLine> {
  const opened = await openSource(item, access, false);
  if (!opened.ok) throw new Error(`The list can't be read: ${opened.failure.code}`);
  using source = opened.value;
  yield* readLines(source.file, access.signal);
}

/** The lines of a list that a person chose. Rejects with ReadError. */
export async function* linesOfFile(
  path: string,
  sources: SourceReader,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const file = await sources.open({ root: dirname(path), path }, signal);
  try {
    for await (const { text } of readLines(file, signal)) yield text;
  } finally {
    file.close();
  }
}
