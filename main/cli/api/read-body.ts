/** The JSON body of an operation, from a file or standard input, checked before anything is sent. */
import { z } from 'zod';
import { success } from '../../../preload/contract/failures/failure.ts';
import {
  type Operation,
  type OperationName,
  operations,
} from '../../../preload/contract/platform/operations.ts';
import { readInputFile } from '../input-file.ts';
import { parseInput } from '../input-json.ts';
import { type CliResult, usageError } from '../usage-error.ts';
import { bodyProblems, standardInputName } from '../words/api.ts';

/** The names of 1,000 people, or the children of a container, with room. */
const maxBytes = 50_000_000;
const maxProblems = 5;

export const standardInput = '-';

/** `path`: a file, or `-`. */
export async function readBody(
  operation: OperationName,
  path: string,
  input: AsyncIterable<Buffer | string>,
): Promise<CliResult<unknown>> {
  const text = await readText(path, input);
  return text.ok ? parseBody(operation, sourceName(path), text.value) : text;
}

async function readText(path: string, input: AsyncIterable<Buffer | string>): Promise<CliResult<string>> {
  if (path !== standardInput) {
    const read = readInputFile('body', path, maxBytes);
    return read.ok ? success(read.value.text) : read;
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of input) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > maxBytes) return usageError('body-too-large', { source: sourceName(path) });
    chunks.push(bytes);
  }
  return success(
    Buffer.concat(chunks)
      .toString('utf8')
      .replace(/^\uFEFF/, ''),
  );
}

function sourceName(path: string): string {
  return path === standardInput ? standardInputName : path;
}

/** Fails with what is wrong in each field. `source` names where the text is from. */
export function parseBody(operation: OperationName, source: string, text: string): CliResult<unknown> {
  const { body: schema }: Operation = operations[operation];
  const parsed = parseInput(text);
  if ('detail' in parsed) return usageError('body-not-json', { source, detail: parsed.detail });
  if (!(schema instanceof z.ZodType)) return success(parsed.value);
  const checked = schema.safeParse(parsed.value, { reportInput: true });
  if (checked.success) return success(checked.data);
  const problems = checked.error.issues.flatMap(problemTexts);
  return usageError('body-invalid', {
    operation,
    problems: problems.slice(0, maxProblems),
    more: Math.max(0, problems.length - maxProblems),
  });
}

/** Each begins with the name of the field, such as `users[0].email`; what is wrong with the whole body has no name. */
function problemTexts(issue: z.core.$ZodIssue): readonly string[] {
  const at = (path: readonly PropertyKey[], problem: string) =>
    path.length === 0 ? problem : `${z.core.toDotPath(path)} ${problem}`;
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => at([...issue.path, key], bodyProblems.unknown));
  if (issue.code === 'invalid_type' && issue.input === undefined)
    return [at(issue.path, bodyProblems.missing)];
  return [at(issue.path, bodyProblems.invalid(issue.message))];
}
