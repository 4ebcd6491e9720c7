import type { z } from 'zod';
import type { HttpAnswer } from './http-request.ts';
import { type Outcome, retryAfterMs } from './retry.ts';
import { type Secrets, serviceWords, tidyWords } from './schemas.ts';

type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly words: string };

export interface ParsedResponse<T> {
  readonly outcome: Extract<Outcome, { kind: 'answer' }>;
  /** The value of a success that fits the schema. */
  readonly value: { readonly is: T } | null;
}

/** An answer of the service: a value, or its own words, in which key and passwords are made unreadable should they be quoted. */
export function parseResponse<T>(
  answer: HttpAnswer,
  schema: z.ZodType<T>,
  secrets: Secrets,
): ParsedResponse<T> {
  const { status, text } = answer;
  const wait = retryAfterMs(answer.retryAfter, Date.now());
  const common = { kind: 'answer', status, ...(wait === undefined ? {} : { retryAfterMs: wait }) } as const;
  if (status >= 200 && status < 300) {
    const body = parsedBody(text);
    const read = readBody(body, schema);
    return read.ok
      ? { outcome: { ...common, readable: true }, value: { is: read.value } }
      : { outcome: { ...common, readable: false, misfit: body.ok, words: read.words }, value: null };
  }
  const body = parsedBody(text);
  const words = body.ok ? serviceWords(body.value, secrets) : undefined;
  return { outcome: { ...common, readable: true, ...(words === undefined ? {} : { words }) }, value: null };
}

function parsedBody(text: string | null): Read<unknown> {
  if (text === null) return { ok: false, words: 'it is too long' };
  if (text.trim() === '') return { ok: true, value: null };
  try {
    return { ok: true, value: JSON.parse(text.replace(/^\uFEFF/, '')) };
  } catch {
    return { ok: false, words: text.trimStart().startsWith('<') ? 'it is a web page' : 'it is not JSON' };
  }
}

function readBody<T>(body: Read<unknown>, schema: z.ZodType<T>): Read<T> {
  if (!body.ok) return body;
  const parsed = schema.safeParse(body.value);
  if (parsed.success) return { ok: true, value: parsed.data };
  if (body.value === null) return { ok: false, words: 'it is empty' };
  const [issue] = parsed.error.issues;
  const place = issue?.path.join('.') ?? '';
  return {
    ok: false,
    words: tidyWords(`${place === '' ? 'the answer' : place}: ${issue?.message ?? 'unexpected'}`),
  };
}
