import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { failure, type Result, success } from '../../preload/contract/failure.ts';
import { errorMessage } from './options.ts';

const faultSchema = z.discriminatedUnion('kind', [
  /** Connection destroyed before the body is read. No work done. */
  z.strictObject({ kind: z.literal('drop-before') }),
  /** Connection destroyed in the middle of the body, or after `afterBytes` of it. No work done. */
  z.strictObject({ kind: z.literal('drop-during'), afterBytes: z.int().min(0).optional() }),
  /** Body read to its end, then the connection destroyed without an answer. No work done. */
  z.strictObject({ kind: z.literal('drop-after') }),
  /** TCP RST in the middle of the body (`afterBytes`, 0 unless given). No work done. */
  z.strictObject({ kind: z.literal('reset'), afterBytes: z.int().min(0).optional() }),
  /** Nothing more happens, before the body is read ('headers') or after it ('body'); ends after `ms` when given. */
  z.strictObject({
    kind: z.literal('stall'),
    after: z.enum(['headers', 'body']).optional(),
    ms: z.int().min(0).optional(),
  }),
  /** An answer instead of the work, after the body was read, or at once when `early`. */
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(200).max(599),
    retryAfter: z.union([z.number().min(0), z.literal('date')]).optional(),
    body: z.enum(['json-a', 'json-b', 'html', 'empty']).optional(),
    title: z.string().optional(),
    early: z.boolean().optional(),
  }),
  /** A page of HTML where JSON is due, as a captive portal sends it. No work done. */
  z.strictObject({ kind: z.literal('html'), status: z.int().min(200).max(599).optional() }),
  /** On a part: refused as expired. On PostSourceFilePart: the URL handed out has expired already. */
  z.strictObject({ kind: z.literal('expired-url') }),
  /** The work is done and kept, then the connection is destroyed instead of answering. */
  z.strictObject({ kind: z.literal('lost-answer') }),
  /** The part is stored, but the ETag that is answered is not its own. */
  z.strictObject({ kind: z.literal('wrong-etag') }),
  /** A part's body is read, and any other answer written, at this speed. The work is done. */
  z.strictObject({ kind: z.literal('slow'), bytesPerSecond: z.int().min(1) }),
  /** The work is done; the answer is JSON cut in half. */
  z.strictObject({ kind: z.literal('truncated-json') }),
  /** Everything as usual, later. */
  z.strictObject({ kind: z.literal('delay'), ms: z.int().min(0) }),
]);

const regexSchema = z.string().refine((text) => {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}, 'not a regular expression');

const ruleSchema = z.strictObject({
  /** All that are given must hold. Without any, every API request and every part matches. */
  match: z
    .strictObject({
      /** A name as in the interface (PostDatasetFile), PutPart for a part, or "*". */
      operation: z.string().min(1).optional(),
      put: z.boolean().optional(),
      method: z.string().min(1).optional(),
      path: regexSchema.optional(),
      partNumber: z.int().min(1).optional(),
      /** Only the nth match of this rule, counted from 1 since the file was read. */
      nth: z.int().min(1).optional(),
      every: z.int().min(1).optional(),
    })
    .default({}),
  probability: z.number().min(0).max(1).optional(),
  times: z.int().min(1).optional(),
  fault: faultSchema,
});

const planSchema = z.strictObject({ seed: z.int().optional(), rules: z.array(ruleSchema) });

/** A faults file holds a list of rules, or an object with a seed and the rules. The first rule that fires wins. */
export const faultsFileSchema = z.preprocess(
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

interface RuleState {
  readonly rule: z.output<typeof ruleSchema>;
  readonly path: RegExp | undefined;
  readonly random: () => number;
  seen: number;
  fired: number;
}

export function parseFaults(text: string): Result<z.output<typeof planSchema>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return failure('bad-input', `The faults file is not JSON: ${errorMessage(error)}`);
  }
  const parsed = faultsFileSchema.safeParse(value);
  return parsed.success
    ? success(parsed.data)
    : failure('bad-input', `The faults file is not understood:\n${z.prettifyError(parsed.error)}`);
}

/** Decides which request meets with which fault. Counters live as long as the file stands unchanged. */
export class FaultInjector {
  #rules: RuleState[] = [];

  use(plan: z.output<typeof planSchema>): void {
    this.#rules = plan.rules.map((rule, index) => ({
      rule,
      path: rule.match.path === undefined ? undefined : new RegExp(rule.match.path),
      random: seededRandom((plan.seed ?? 1) + index * 7919),
      seen: 0,
      fired: 0,
    }));
  }

  next(subject: FaultTarget): Fault | undefined {
    for (const live of this.#rules) {
      if (matches(live, subject) && fires(live)) return live.rule.fault;
    }
    return undefined;
  }
}

function matches({ rule: { match }, path }: RuleState, subject: FaultTarget): boolean {
  return (
    (match.operation === undefined || match.operation === '*' || match.operation === subject.operation) &&
    (match.put === undefined || match.put === subject.isPut) &&
    (match.method === undefined || match.method.toUpperCase() === subject.method) &&
    (path === undefined || path.test(subject.path)) &&
    (match.partNumber === undefined || match.partNumber === subject.partNumber)
  );
}

function fires(live: RuleState): boolean {
  const { match, probability, times } = live.rule;
  live.seen += 1;
  if (match.nth !== undefined && live.seen !== match.nth) return false;
  if (match.every !== undefined && live.seen % match.every !== 0) return false;
  if (times !== undefined && live.fired >= times) return false;
  if (probability !== undefined && live.random() >= probability) return false;
  live.fired += 1;
  return true;
}

/** mulberry32: small, seeded, good enough to decide who is dropped, so that a run repeats. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Follows a faults file: read at the start, and again whenever it changes. A file that is wrong at the start is a
 * failure; one that becomes wrong later leaves the rules as they were and is reported once. A file that vanishes
 * ends all faults.
 */
export function watchFaultsFile(
  file: string | undefined,
  complain: (message: string) => void,
): Result<{ next(subject: FaultTarget): Fault | undefined }> {
  const faults = new FaultInjector();
  if (file === undefined) return success(faults);
  let seen = fileVersion(file);
  if (seen !== 'absent') {
    const plan = parseFaults(readFileSync(file, 'utf8'));
    if (!plan.ok) return plan;
    faults.use(plan.value);
  }
  return success({
    next(subject) {
      const stamp = fileVersion(file);
      if (stamp !== seen) {
        seen = stamp;
        const plan = stamp === 'absent' ? success({ rules: [] }) : parseFaults(readFileSync(file, 'utf8'));
        if (plan.ok) faults.use(plan.value);
        else complain(plan.failure.message);
      }
      return faults.next(subject);
    },
  });
}

function fileVersion(file: string): string {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? 'absent' : `${stat.mtimeNs} ${stat.size} ${stat.ino}`;
}
