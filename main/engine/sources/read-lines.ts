import { isUtf8 } from 'node:buffer';
import { unicodeEncodingOf } from '../types/text-encoding.ts';
import type { OpenFile } from './source-reader.ts';

const blockBytes = 262_144;
/** No line of a list is longer. The rest of such a line is dropped, so that memory stays bounded. */
export const maxLineLength = 70_000;

export interface TextLine {
  readonly text: string;
  /** Otherwise it is Windows-1252: it is no UTF-8. */
  readonly isUnicode: boolean;
}

/**
 * The lines of a text file, without their ends. UTF-8 and Windows-1252, and UTF-16, which PowerShell writes.
 * Rejects with ReadError, also where a share doesn't answer.
 */
export async function* readLines(file: OpenFile, signal: AbortSignal): AsyncGenerator<TextLine> {
  let decoder: LineDecoder | null = null;
  for (let position = 0; ; ) {
    const block = await file.read(new ArrayBuffer(blockBytes), blockBytes, position, signal);
    decoder ??= lineDecoder(block);
    position += block.length;
    const isLast = block.length < blockBytes;
    yield* decoder(block, isLast);
    if (isLast) return;
  }
}

/** Takes block after block. Gives the lines that are whole, and with the last block the rest. */
export type LineDecoder = (block: Uint8Array, isLast: boolean) => readonly TextLine[];

/** For a file that begins so. */
export function lineDecoder(head: Uint8Array): LineDecoder {
  const encoding = unicodeEncodingOf(head) ?? 'utf-8';
  // Lists are appended to each other: each line is in an encoding of its own. Latin-1 keeps the bytes as they are.
  const decoder = encoding === 'utf-8' ? null : new TextDecoder(encoding);
  const lineOf = decoder === null ? decodeLine : (text: string) => ({ text, isUnicode: true });
  let rest = '';
  return (block, isLast) => {
    const text = decoder?.decode(block, { stream: !isLast }) ?? Buffer.from(block).toString('latin1');
    const lines = (rest + text).split('\n');
    rest = (lines.pop() ?? '').slice(0, maxLineLength + 1);
    if (isLast && rest !== '') lines.push(rest);
    return lines.map(lineOf);
  };
}

const beyondAscii = /[^\0-\x7f]/;
const windows1252 = new TextDecoder('windows-1252');

const charactersOf1252 = [...windows1252.decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))];
const bytesOf1252 = new Map(charactersOf1252.map((char, byte) => [char, String.fromCharCode(byte)]));

/** Bytes as latin1. Excel's choice too (csv-file.ts): what is no UTF-8 is Windows-1252. */
export function decodeLine(raw: string): TextLine {
  if (!beyondAscii.test(raw)) return { text: raw, isUnicode: true };
  const bytes = Buffer.from(raw, 'latin1');
  const isUnicode = isUtf8(bytes);
  return { text: isUnicode ? bytes.toString('utf8') : windows1252.decode(bytes), isUnicode };
}

/** The bytes of a text in Windows-1252, as latin1; null if it has other characters. */
export function rawWindows1252(text: string): string | null {
  const bytes = [...text].map((char) => bytesOf1252.get(char));
  return bytes.includes(undefined) ? null : bytes.join('');
}
