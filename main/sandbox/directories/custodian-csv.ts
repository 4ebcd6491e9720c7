import { pipeline, type Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { CsvError, type Info, parse } from 'csv-parse';
import type { SandboxForm } from '../options.ts';
import { csvProblems } from '../words.ts';
import {
  type ColumnPositions,
  type Custodian,
  type Parsed,
  readCustodian,
  readHeader,
} from './custodian-columns.ts';

/** A row of this length isn't a person. It also ends the search for a quote that is never closed. */
const maxRowBytes = 1_000_000;

/** What is wrong with a CSV, and where. */
export class CsvProblem extends Error {
  readonly status: 400 | 413;
  constructor(message: string, status: 400 | 413 = 400) {
    super(message);
    this.status = status;
  }
}

/**
 * The people of a CSV, in order, as it arrives. Throws a CsvProblem at the first row that breaks a rule, and the error of
 * the stream if it ends early. What is left of the stream then is dropped, so that its sender gets the answer. Memory stays
 * flat.
 */
export async function* custodiansIn(
  csv: Readable,
  form: SandboxForm,
  maxBytes: number,
): AsyncGenerator<Custodian> {
  const parser = parse({
    info: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
    max_record_size: maxRowBytes,
  });
  // Errors arrive where the rows are read.
  pipeline(limited(csv, maxBytes), utf8Text, parser, () => undefined);
  const lineOf = createLineCounter();
  let positions: ColumnPositions | undefined;
  try {
    for await (const row of parser) {
      const { info, record }: { info: Info; record: readonly string[] } = row;
      const line = lineOf(info, record);
      if (positions === undefined) positions = checked(line, readHeader(record, form));
      else yield checked(line, readCustodian(positions, record));
    }
  } catch (error) {
    throw error instanceof CsvError ? new CsvProblem(csvProblems.malformed(error.message)) : error;
  }
  if (positions === undefined) throw new CsvProblem(csvProblems.empty);
}

async function* limited(csv: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const chunk of csv.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new CsvProblem(csvProblems.tooLarge(maxBytes), 413);
      yield chunk;
    }
  } finally {
    csv.resume();
  }
}

function checked<T>(line: number, parsed: Parsed<T>): T {
  if (parsed.ok) return parsed.value;
  throw new CsvProblem(csvProblems.at(line, parsed.column, parsed.problem));
}

const lineBreaks = /\r\n|\n|\r/g;

/** Where a row starts, from 1. csv-parse says where it ends, and counts CRLF in quotes as two lines. */
function createLineCounter(): (info: Info, record: readonly string[]) => number {
  let countedTwice = 0;
  return ({ lines }, record) => {
    let within = 0;
    for (const cell of record) {
      for (const [lineBreak] of cell.matchAll(lineBreaks)) {
        within += 1;
        if (lineBreak === '\r\n') countedTwice += 1;
      }
    }
    return lines - countedTwice - within;
  };
}

/** Without a byte order mark. Throws a CsvProblem where the bytes aren't UTF-8. */
async function* utf8Text(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let lines = 1;
  const decode = (chunk?: Buffer): string => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch {
      const valid = chunk?.toString('utf8').split('\ufffd', 1)[0] ?? '';
      throw new CsvProblem(csvProblems.notUtf8(lines + countLines(valid)));
    }
  };
  for await (const chunk of chunks) {
    const text = decode(chunk);
    lines += countLines(text);
    yield text;
  }
  yield decode();
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}
