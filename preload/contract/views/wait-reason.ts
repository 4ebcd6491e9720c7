/** Why a request has to be made again, or could not be made at all. Shown while an upload waits. */
import { z } from 'zod';

/** What the operating system, TLS or the HTTP client says about a connection. */
export const networkFaults = [
  'unknown-host',
  'lookup-failed',
  'local-address',
  'connection-refused',
  'connection-reset',
  'connect-timeout',
  'proxy-timeout',
  'proxy-refused',
  'answer-timeout',
  'answer-cut-off',
  'certificate-expired',
  'certificate-not-trusted',
  'certificate-wrong-host',
  'not-tls',
  'tls-too-old',
  'other',
] as const;
export type NetworkFault = (typeof networkFaults)[number];

/** Why an answer can't be the platform's. */
export const answerProblems = ['empty', 'not-json', 'too-long', 'unexpected-fields', 'web-page'] as const;
export type AnswerProblem = (typeof answerProblems)[number];

/** Why a successful answer to a completion doesn't show that the platform has the file. */
export const unconfirmedProblems = ['empty', 'no-id', 'other-id', 'no-state'] as const;
export type UnconfirmedProblem = (typeof unconfirmedProblems)[number];

const status = z.int();
/** Who answered, where it may not have been the platform or the part host. */
const host = z.string().optional();
/** The platform's own words, with secrets removed. */
const platformMessage = z.string().optional();

export const waitReason = z.discriminatedUnion('kind', [
  /** `code` is the system's, e.g. ECONNREFUSED; '' where there is none. */
  z.object({ kind: z.literal('network'), fault: z.enum(networkFaults), code: z.string() }),
  /** `retryAfterMs`: so long the server asks to wait. */
  z.object({
    kind: z.literal('status'),
    status,
    platformMessage,
    retryAfterMs: z.number().nonnegative().optional(),
  }),
  z.object({ kind: z.literal('rate-limited'), platformMessage }),
  z.object({ kind: z.literal('redirect'), status, host }),
  /** `field` says where it differs from the schema. */
  z.object({
    kind: z.literal('unreadable'),
    status,
    host,
    problem: z.enum(answerProblems),
    field: z.string().optional(),
  }),
  /** The next page is elsewhere than on the platform, or leads in a circle. */
  z.object({
    kind: z.literal('bad-page-link'),
    problem: z.enum(['malformed', 'other-server', 'circle', 'endless']),
  }),
  /** 511 of a network that wants its users to sign in. */
  z.object({ kind: z.literal('sign-in-required'), status, host }),
  z.object({ kind: z.literal('no-etag'), status, host }),
  z.object({ kind: z.literal('answered-early'), status, host }),
  z.object({ kind: z.literal('stalled'), seconds: z.number(), waitingFor: z.enum(['answer', 'progress']) }),
  z.object({ kind: z.literal('url-refused'), status }),
  z.object({ kind: z.literal('part-differs') }),
  /** The answer to a completion. */
  z.object({ kind: z.literal('unconfirmed'), status, problem: z.enum(unconfirmedProblems) }),
  /** The platform puts the parts together. `state` is its own word for that, where it has one. */
  z.object({ kind: z.literal('assembling'), state: z.string().nullable() }),
  z.object({ kind: z.literal('no-answer') }),
  /** A file can't be read right now. `errno` is the system's code. */
  z.object({ kind: z.literal('source-error'), errno: z.string() }),
  /** The schedule sends nothing. */
  z.object({ kind: z.literal('hours') }),
  z.object({ kind: z.literal('stopped') }),
]);
export type WaitReason = z.infer<typeof waitReason>;
