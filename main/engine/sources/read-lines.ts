import type { OpenFile } from './source-reader.ts';

const blockBytes = 262_144;
/** No line of a list is longer. The rest of such a line is dropped, so that memory stays bounded. */
export const maxLineLength = 70_000;

/**
 * The lines of a text file, without their ends. UTF-8, and UTF-16 with its mark, which PowerShell writes. Rejects with
 * ReadError, also where a share doesn't answer.
 */
export async function* readLines(file: OpenFile, signal: AbortSignal): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  let rest = '';
  for (let position = 0; ; ) {
    const block = await file.read(new ArrayBuffer(blockBytes), blockBytes, position, signal);
    decoder ??= new TextDecoder(encodingOf(block));
    position += block.length;
    const isLast = block.length < blockBytes;
    const lines = (rest + decoder.decode(block, { stream: !isLast })).split('\n');
    rest = (lines.pop() ?? '').slice(0, maxLineLength + 1);
    yield* lines;
    if (!isLast) continue;
    if (rest !== '') yield rest;
    return;
  }
}

/** By its mark. */
export function encodingOf(head: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : 'utf-8';
}
