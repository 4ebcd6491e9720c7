import type { z } from 'zod';
import { removeSecrets } from '../../../preload/contract/texts/known-secrets.ts';
import type { AnswerProblem } from '../../../preload/contract/views/wait-reason.ts';
import { type JsonLimits, measureJson } from '../types/json-excess.ts';
import type { AnswerSize } from './answer-limits.ts';
import { errorStatusOf, platformMessageOf } from './envelopes.ts';
import type { HttpAnswer } from './http-request.ts';
import type { Secrets } from './redact.ts';
import type { RequestOutcome } from './request-outcome.ts';

interface Unreadable {
  readonly ok: false;
  readonly problem: AnswerProblem;
  readonly field?: string;
}
type ParsedJson = { readonly ok: true; readonly value: unknown; readonly values: number } | Unreadable;
type Parsed<T> = { readonly ok: true; readonly value: T } | Unreadable;

export interface ParsedResponse<T> {
  readonly outcome: Extract<RequestOutcome, { readonly kind: 'answer' }>;
  /** Set for a success that fits the schema; the value itself may be null. */
  readonly value: { readonly of: T } | null;
  readonly size: AnswerSize;
}

/** The schema of an answer's body. Some bodies mean something else with another status. */
export type AnswerSchema<T> =
  | z.ZodType<T>
  | ((answer: {
      readonly status: number;
      readonly words: (record: unknown) => string | undefined;
    }) => z.ZodType<T>);

/**
 * The value of an answer, or the platform's own words with key and passwords redacted. With `anyBody`, a success without
 * JSON counts as one with none; a web page doesn't, because it comes from something in between.
 */
export function parseResponse<T>(
  answer: HttpAnswer,
  schema: AnswerSchema<T>,
  secrets: Secrets,
  limits: JsonLimits,
  anyBody = false,
): ParsedResponse<T> {
  const isSuccess = answer.status >= 200 && answer.status < 300;
  // A gateway that echoes requests must not bring the key into a record, which is shown and printed.
  const parsed = parseJson(
    answer.text === null ? null : removeSecrets(answer.text, [secrets.apiKey]),
    limits,
  );
  const isPlainText = !parsed.ok && parsed.problem === 'not-json';
  const json: Parsed<unknown> = anyBody && isSuccess && isPlainText ? { ok: true, value: null } : parsed;
  // An error is one whatever a gateway made of its status.
  const errorStatus = isSuccess && json.ok ? errorStatusOf(json.value) : undefined;
  const status = errorStatus ?? answer.status;
  const { retryAfterMs: wait } = answer;
  const common = { kind: 'answer', status, ...(wait === undefined ? {} : { retryAfterMs: wait }) } as const;
  const size = { status, characters: answer.text?.length ?? 0, values: parsed.ok ? parsed.values : 0 };
  const words = (record: unknown) => platformMessageOf(record, secrets);
  if (!isSuccess || errorStatus !== undefined) {
    const platformMessage = json.ok ? words(json.value) : undefined;
    const said = platformMessage === undefined ? {} : { platformMessage };
    const foreign = foreignProblem(json, status);
    const by = foreign === null ? {} : { foreign };
    const problem = isCutOff(json, answer.text) ? ({ problem: 'not-json' } as const) : null;
    return {
      outcome: { ...common, problem, ...said, ...by },
      value: null,
      size,
    };
  }
  const bodySchema = typeof schema === 'function' ? schema({ status, words }) : schema;
  const body = json.ok ? matchSchema(json.value, bodySchema, size.values) : json;
  if (body.ok) return { outcome: { ...common, problem: null }, value: { of: body.value }, size };
  const { ok: _, ...problem } = body;
  return { outcome: { ...common, problem }, value: null, size };
}

function parseJson(text: string | null, limits: JsonLimits): ParsedJson {
  if (text === null) return { ok: false, problem: 'too-long' };
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (start === '') return { ok: true, value: null, values: 0 };
  // Anything else is no JSON, and is not parsed far.
  const isNested = start.startsWith('{') || start.startsWith('[');
  const { values, excess } = isNested ? measureJson(text, limits) : { values: 1, excess: null };
  if (excess !== null)
    return { ok: false, problem: excess.limit === 'depth' ? 'unexpected-fields' : 'too-long' };
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return { ok: true, value, values };
  } catch {
    return { ok: false, problem: start.startsWith('<') ? 'web-page' : 'not-json' };
  }
}

/** Returns null for an error in the platform's own form, which names its status. */
function foreignProblem(json: Parsed<unknown>, status: number): AnswerProblem | null {
  if (!json.ok) return json.problem;
  if (json.value === null) return 'empty';
  return errorStatusOf(json.value) === status ? null : 'unexpected-fields';
}

/** The platform's own error, of which a part is missing: it may have said that there is nothing wrong. */
function isCutOff(json: Parsed<unknown>, text: string | null): boolean {
  return !json.ok && text?.trimStart().startsWith('{') === true;
}

/** Zod compiles a schema before its first use, which takes longer than to check so many values. */
const fewValues = 1_000;

function matchSchema<T>(value: unknown, schema: z.ZodType<T>, values: number): Parsed<T> {
  const parsed = schema.safeParse(value, { jitless: values <= fewValues });
  if (parsed.success) return { ok: true, value: parsed.data };
  if (value === null) return { ok: false, problem: 'empty' };
  const field = parsed.error.issues[0]?.path.join('.') ?? '';
  return { ok: false, problem: 'unexpected-fields', ...(field === '' ? {} : { field }) };
}
