import type { UnconfirmedProblem } from '../../../preload/contract/views/wait-reason.ts';
import type { Profile } from './profile.ts';

/** What an answer to a completion says about the file. */
export type CompletionAnswer =
  /** The platform has it. */
  | { readonly kind: 'complete'; readonly state: string | null }
  /** A refusal: the platform had it before. */
  | { readonly kind: 'already-complete' }
  | { readonly kind: 'assembling'; readonly state: string | null }
  /** The platform could not put the parts together. */
  | { readonly kind: 'failed'; readonly state: string; readonly platformMessage?: string }
  /** It says neither, so it proves nothing. */
  | { readonly kind: 'unconfirmed'; readonly status: number; readonly problem: UnconfirmedProblem };

export interface CompletionBody {
  readonly sourceFileId: number;
  readonly status: number;
  readonly body: unknown;
  /** The platform's words in a record, with secrets removed. */
  readonly words: (record: unknown) => string | undefined;
}

/**
 * Whether an answer proves the completion is the profile's to say: platform-interface 4.1 shows neither its fields nor the
 * names of the states after UPLOADING.
 */
export function readCompletion(
  { completion, fields }: Pick<Profile, 'completion' | 'fields'>,
  { sourceFileId, status, body, words }: CompletionBody,
): CompletionAnswer {
  const { proof, assemblingStates, failedStates } = completion;
  const record = fieldOf(body, 'data');
  const id = fieldOf(record, fields.completion.id.name);
  const answered = fieldOf(record, fields.completion.state.name);
  const state = typeof answered === 'string' && answered !== '' ? answered : null;
  const isThisFile = id === sourceFileId;
  const unconfirmed = (problem: UnconfirmedProblem): CompletionAnswer =>
    status === 202 ? { kind: 'assembling', state } : { kind: 'unconfirmed', status, problem };

  if (!isThisFile && isSet(id)) return { kind: 'unconfirmed', status, problem: 'other-id' };
  if (state !== null && assemblingStates.includes(state)) return { kind: 'assembling', state };
  if (proof !== 'status' && !isThisFile) return unconfirmed(isSet(body) ? 'no-id' : 'empty');
  if (state !== null && failedStates.includes(state)) {
    const platformMessage = words(record);
    return { kind: 'failed', state, ...(platformMessage === undefined ? {} : { platformMessage }) };
  }
  if (proof === 'id-and-state' && state === null) return unconfirmed('no-state');
  return proof === 'status' && status === 202 ? { kind: 'assembling', state } : { kind: 'complete', state };
}

function fieldOf(record: unknown, name: string): unknown {
  return typeof record === 'object' && record !== null ? Reflect.get(record, name) : undefined;
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/**
 * How long to wait for the answer to a completion: the platform may put the parts together before it answers, and ten
 * thousand of them take minutes.
 */
export function completionTimeoutMs(partCount: number): number {
  return 60_000 + partCount * 120;
}
