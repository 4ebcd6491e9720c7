import { readFileSync, statSync } from 'node:fs';
import { RE2JS } from 're2js';
import { z } from 'zod';
import { errorMessage, type StartResult } from './options.ts';
import { seededRandom } from './seeded-random.ts';
import { startProblems } from './words.ts';

const faultSchema = z.discriminatedUnion('kind', [
  /** Closes the connection before the body is read. The request is not handled. */
  z.strictObject({ kind: z.literal('drop-before') }),
  /** Closes the connection in the middle of the body, or after `afterBytes`. The request is not handled. */
  z.strictObject({ kind: z.literal('drop-during'), afterBytes: z.int().min(0).optional() }),
  /** Reads the body, then closes the connection without a response. The request is not handled. */
  z.strictObject({ kind: z.literal('drop-after') }),
  /** Resets the TCP connection after `afterBytes` (default 0). The request is not handled. */
  z.strictObject({ kind: z.literal('reset'), afterBytes: z.int().min(0).optional() }),
  /** Stops responding before ('headers') or after ('body') reading the body, for `ms` if given. */
  z.strictObject({
    kind: z.literal('stall'),
    after: z.enum(['headers', 'body']).optional(),
    ms: z.int().min(0).optional(),
  }),
  /** Responds with this status instead, after reading the body, or at once if `early`. */
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(200).max(599),
    retryAfter: z.union([z.number().min(0), z.literal('date')]).optional(),
    body: z.enum(['json-a', 'json-b', 'html', 'empty']).optional(),
    title: z.string().optional(),
    early: z.boolean().optional(),
  }),
  /** Responds with an HTML page, as a captive portal does. The request is not handled. */
  z.strictObject({ kind: z.literal('html'), status: z.int().min(200).max(599).optional() }),
  /** On a part: refuses it as expired. On PostSourceFilePart: returns a URL that has expired. */
  z.strictObject({ kind: z.literal('expired-url') }),
  /** Handles the request, then closes the connection instead of responding. */
  z.strictObject({ kind: z.literal('lost-answer') }),
  /** Stores the part, but responds with another ETag. */
  z.strictObject({ kind: z.literal('wrong-etag') }),
  /** Reads a part's body, or writes any other response, at this speed. */
  z.strictObject({ kind: z.literal('slow'), bytesPerSecond: z.int().min(1) }),
  /** Handles the request, and responds with half of the JSON. */
  z.strictObject({ kind: z.literal('truncated-json') }),
  /** Responds with this status and body (none: empty) instead. The request is handled only if `handled`. */
  z.strictObject({
    kind: z.literal('answer'),
    status: z.int().min(200).max(599),
    body: z.json().optional(),
    handled: z.boolean().optional(),
  }),
  /** Says that the source file of the request is in this state. The request is handled only if `handled`. */
  z.strictObject({
    kind: z.literal('state'),
    state: z.string(),
    message: z.string().optional(),
    handled: z.boolean().optional(),
  }),
  /** On PostSourceFile: assembles the file for this long, and responds 202 with the state ASSEMBLING meanwhile. */
  z.strictObject({ kind: z.literal('slow-assembly'), ms: z.int().min(0) }),
  /** Handles the request after a delay. */
  z.strictObject({ kind: z.literal('delay'), ms: z.int().min(0) }),
]);

/** Documented in docs/faults.md. */
export const faultKinds = faultSchema.options.map(({ shape }) => shape.kind.value);

/** Matched in linear time: the sandbox serves others meanwhile. */
const pathPattern = (text: string): RE2JS => RE2JS.compile(RE2JS.translateRegExp(text));

const regexSchema = z.string().refine((text) => {
  try {
    pathPattern(text);
    return true;
  } catch {
    return false;
  }
}, 'not a regular expression, or one with lookaround or backreferences');

const ruleSchema = z.strictObject({
  /** All given conditions must match. Without any, every API request and every part matches. */
  match: z
    .strictObject({
      /** An operation's name in the interface (PostDatasetFile), PutPart for a part, or "*". */
      operation: z.string().min(1).optional(),
      put: z.boolean().optional(),
      method: z.string().min(1).optional(),
      path: regexSchema.optional(),
      partNumber: z.int().min(1).optional(),
      /** Only the nth match of this rule since the file was read, from 1. */
      nth: z.int().min(1).optional(),
      every: z.int().min(1).optional(),
    })
    .default({}),
  probability: z.number().min(0).max(1).optional(),
  times: z.int().min(1).optional(),
  fault: faultSchema,
});

const planSchema = z.strictObject({ seed: z.int().optional(), rules: z.array(ruleSchema) });

/** A faults file contains a list of rules, or an object with a seed and the rules. The first rule that applies wins. */
const faultsFileSchema = z.preprocess(
  (value) => (Array.isArray(value) ? { rules: value } : value),
  planSchema,
);

export type Fault = z.infer<typeof faultSchema>;
export type FaultRule = z.input<typeof ruleSchema>;
export type FaultPlan = z.input<typeof planSchema>;
export type FaultsFile = FaultPlan | readonly FaultRule[];

export interface FaultTarget {
  readonly operation: string;
  readonly isPut: boolean;
  readonly method: string;
  readonly path: string;
  readonly partNumber: number | null;
}

export interface FaultSource {
  next(target: FaultTarget): Fault | undefined;
}

interface RuleState {
  readonly rule: z.output<typeof ruleSchema>;
  readonly path: RE2JS | undefined;
  readonly random: () => number;
  matched: number;
  applied: number;
}

export function parseFaults(text: string): StartResult<z.output<typeof planSchema>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, problem: startProblems.faultsNotJson(errorMessage(error)) };
  }
  const parsed = faultsFileSchema.safeParse(value);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, problem: startProblems.faultsInvalid(z.prettifyError(parsed.error)) };
}

/** Decides which request gets which fault. Counters restart when the file changes. */
export class FaultInjector {
  #rules: RuleState[] = [];

  use(plan: z.output<typeof planSchema>): void {
    this.#rules = plan.rules.map((rule, index) => ({
      rule,
      path: rule.match.path === undefined ? undefined : pathPattern(rule.match.path),
      random: seededRandom((plan.seed ?? 1) + index * 7919),
      matched: 0,
      applied: 0,
    }));
  }

  next(target: FaultTarget): Fault | undefined {
    for (const state of this.#rules) {
      if (matches(state, target) && applies(state)) return state.rule.fault;
    }
    return undefined;
  }
}

function matches({ rule: { match }, path }: RuleState, target: FaultTarget): boolean {
  return (
    (match.operation === undefined || match.operation === '*' || match.operation === target.operation) &&
    (match.put === undefined || match.put === target.isPut) &&
    (match.method === undefined || match.method.toUpperCase() === target.method) &&
    (path === undefined || path.test(target.path)) &&
    (match.partNumber === undefined || match.partNumber === target.partNumber)
  );
}

function applies(state: RuleState): boolean {
  const { match, probability, times } = state.rule;
  state.matched += 1;
  if (match.nth !== undefined && state.matched !== match.nth) return false;
  if (match.every !== undefined && state.matched % match.every !== 0) return false;
  if (times !== undefined && state.applied >= times) return false;
  if (probability !== undefined && state.random() >= probability) return false;
  state.applied += 1;
  return true;
}

/**
 * Reads a faults file at the start, and again whenever it changes. A file that is invalid at the start is an error.
 * If it becomes invalid later, the previous rules stay and the problem is reported once. A deleted file ends all faults.
 */
export function watchFaultsFile(
  file: string | undefined,
  report: (problem: string) => void,
): StartResult<FaultSource> {
  const faults = new FaultInjector();
  if (file === undefined) return { ok: true, value: faults };
  let seen = fileVersion(file);
  if (seen !== 'absent') {
    const plan = parseFaults(readFileSync(file, 'utf8'));
    if (!plan.ok) return plan;
    faults.use(plan.value);
  }
  const source: FaultSource = {
    next(target) {
      const version = fileVersion(file);
      if (version !== seen) {
        seen = version;
        if (version === 'absent') faults.use({ rules: [] });
        else {
          const plan = parseFaults(readFileSync(file, 'utf8'));
          if (plan.ok) faults.use(plan.value);
          else report(plan.problem);
        }
      }
      return faults.next(target);
    },
  };
  return { ok: true, value: source };
}

function fileVersion(file: string): string {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? 'absent' : `${stat.mtimeNs} ${stat.size} ${stat.ino}`;
}
