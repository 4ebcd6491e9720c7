import { describe, expect, test } from 'vitest';
import {
  firstStep,
  nextStep,
  type RequestEvent,
  type RequestLimits,
  type RequestState,
  type RequestStep,
} from './request-state.ts';
import { firstRequest, noTries } from './retry-policy.ts';

const limits: RequestLimits = {
  isAssumed: false,
  operation: 'GetDatabase',
  host: 'review.example',
  repeat: 'safe',
  isUnattended: false,
  unreachedTries: 3,
  random: () => 1,
};
const unsafe: RequestLimits = { ...limits, repeat: 'unsafe' };
const change: RequestLimits = { ...limits, isChange: true };

const acquired: RequestEvent = { kind: 'acquired' };
const waited: RequestEvent = { kind: 'waited' };
const stopped: RequestEvent = { kind: 'aborted', by: 'signal' };
const late: RequestEvent = { kind: 'aborted', by: 'deadline' };
const answered = (status: number, retryAfterMs?: number): RequestEvent => ({
  kind: 'outcome',
  outcome: { kind: 'answer', status, problem: null, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
});
const unreached: RequestEvent = {
  kind: 'outcome',
  outcome: {
    kind: 'not-sent',
    reason: { kind: 'network', fault: 'connection-refused', code: 'ECONNREFUSED' },
  },
};

const state = (phase: RequestState['phase'], more: Partial<RequestState> = {}): RequestState => ({
  phase,
  tries: firstRequest,
  lastReason: { kind: 'no-answer' },
  mayBeDone: false,
  ...more,
});

describe('a request', () => {
  test.each<[string, RequestLimits, RequestState, RequestEvent, object]>([
    ['is sent once it has its slot', limits, state('acquiring'), acquired, { kind: 'send' }],
    ['is done with a readable success', limits, state('sending'), answered(200), { kind: 'done' }],
    [
      'waits after 503',
      limits,
      state('sending'),
      answered(503),
      { kind: 'wait', waitMs: 500, pauseAccountMs: null },
    ],
    [
      'waits longer after each retry',
      limits,
      state('sending', { tries: { ...firstRequest, all: { ...noTries, failed: 3 } } }),
      answered(503),
      { kind: 'wait', waitMs: 4000, state: { tries: { all: { failed: 4 } }, phase: 'waiting' } },
    ],
    [
      'pauses the whole account after 429',
      unsafe,
      state('sending'),
      answered(429, 7000),
      { kind: 'wait', waitMs: 7000, pauseAccountMs: 7000, reason: { kind: 'rate-limited' } },
    ],
    [
      'pauses the account also without Retry-After',
      limits,
      state('sending'),
      answered(429),
      { kind: 'wait', waitMs: 500, pauseAccountMs: 500 },
    ],
    ['asks for a slot again after the wait', limits, state('waiting'), waited, { kind: 'acquire' }],
    [
      'fails with 404',
      limits,
      state('sending'),
      answered(404),
      { kind: 'fail', failure: { code: 'not-found' } },
    ],
    [
      'that must not be repeated fails with 503',
      unsafe,
      state('sending'),
      answered(503),
      { kind: 'fail', failure: { code: 'outcome-unknown' } },
    ],
    [
      'counts the attempts that reached no server',
      limits,
      state('sending', { tries: { ...firstRequest, unreached: 1 } }),
      unreached,
      { kind: 'wait', state: { tries: { unreached: 2 } } },
    ],
    [
      'is given up after too many of them',
      limits,
      state('sending', { tries: { ...firstRequest, unreached: 2 } }),
      unreached,
      { kind: 'fail', failure: { code: 'unreachable', host: 'review.example' } },
    ],
    [
      'that changes something has an unknown outcome when it is given up after an attempt without an answer',
      change,
      state('sending', { tries: { ...firstRequest, unreached: 2 }, mayBeDone: true }),
      unreached,
      { kind: 'fail', failure: { code: 'outcome-unknown', reason: { kind: 'network' } } },
    ],
    [
      'that changes something was not made when no attempt reached a server',
      change,
      state('sending', { tries: { ...firstRequest, unreached: 2 } }),
      unreached,
      { kind: 'fail', failure: { code: 'unreachable' } },
    ],
    [
      'that changes something has an unknown outcome at the deadline after an attempt without an answer',
      change,
      state('waiting', { mayBeDone: true }),
      late,
      { failure: { code: 'outcome-unknown', reason: { kind: 'no-answer' } } },
    ],
    [
      'that changes something ends as stopped after a signal',
      change,
      state('sending', { mayBeDone: true }),
      stopped,
      { failure: { code: 'stopped' } },
    ],
    [
      'that changes something may be done after 503',
      change,
      state('sending'),
      answered(503),
      { kind: 'wait', state: { mayBeDone: true } },
    ],
    [
      'that changes something is not done after 429',
      change,
      state('sending'),
      answered(429),
      { kind: 'wait', state: { mayBeDone: false } },
    ],
    [
      'that changes something may be done although the attempt after it was refused',
      change,
      state('sending', { mayBeDone: true }),
      answered(403),
      { failure: { code: 'outcome-unknown', reason: { kind: 'no-answer' } } },
    ],
    [
      'that changes something has no lasting effect on what is not there',
      change,
      state('sending', { mayBeDone: true }),
      answered(404),
      { failure: { code: 'not-found' } },
    ],
    [
      'that changes something may be done after a redirect',
      change,
      state('sending'),
      answered(303),
      { failure: { code: 'outcome-unknown', reason: { kind: 'redirect' } } },
    ],
    [
      'counts them from the start after an answer',
      limits,
      state('sending', { tries: { ...firstRequest, unreached: 2 } }),
      answered(503),
      { kind: 'wait', state: { tries: { unreached: 0 } } },
    ],
    [
      'stops while it waits for a slot',
      unsafe,
      state('acquiring'),
      stopped,
      { failure: { code: 'stopped' } },
    ],
    [
      'stops while it waits to be repeated',
      unsafe,
      state('waiting'),
      stopped,
      { failure: { code: 'stopped' } },
    ],
    ['stops while it is sent', limits, state('sending'), stopped, { failure: { code: 'stopped' } }],
    [
      'that must not be repeated has an unknown outcome when it is stopped while it is sent',
      unsafe,
      state('sending'),
      stopped,
      { failure: { code: 'outcome-unknown', reason: { kind: 'stopped' } } },
    ],
    [
      'is given up at the deadline with the last reason',
      limits,
      state('waiting', { lastReason: { kind: 'status', status: 503 } }),
      late,
      { failure: { code: 'unreachable', reason: { kind: 'status', status: 503 } } },
    ],
  ])('%s', (_name, of, from, event, step) => {
    expect(nextStep(of, from, event)).toMatchObject(step);
  });

  test('that changes something may be done if no answer could be read', () => {
    const outcome = { kind: 'answer', status: 204, problem: { problem: 'empty' } } as const;
    const ends = (of: RequestLimits) => {
      const from = state('sending', {
        tries: { ...firstRequest, unreadable: { ...noTries, failed: 4, inAll: 4 } },
      });
      return nextStep(of, from, { kind: 'outcome', outcome });
    };
    expect(ends(limits)).toMatchObject({ failure: { code: 'unexpected-answer' } });
    expect(ends(change)).toMatchObject({ failure: { code: 'outcome-unknown', reason: { status: 204 } } });
  });

  test('counts unreadable answers and redirects', () => {
    const page: RequestEvent = {
      kind: 'outcome',
      outcome: { kind: 'answer', status: 200, problem: { problem: 'web-page' } },
    };
    const unattended = { ...limits, isUnattended: true };
    const after = (event: RequestEvent) => {
      const step = nextStep(unattended, state('sending'), event);
      return step.kind === 'wait' ? step.state.tries.unreadable.failed : null;
    };
    expect([page, answered(302), answered(503)].map(after)).toEqual([1, 1, 0]);
  });

  test('fails with the answer that stayed unreadable', () => {
    const page: RequestEvent = {
      kind: 'outcome',
      outcome: { kind: 'answer', status: 200, problem: { problem: 'web-page' } },
    };
    const tries = { ...firstRequest, unreadable: { ...noTries, inAll: 4 } };
    expect(nextStep(limits, state('sending', { tries }), page)).toMatchObject({
      kind: 'fail',
      failure: { code: 'unexpected-answer', operation: 'GetDatabase', reason: { problem: 'web-page' } },
    });
  });

  test('is acquired, sent, answered, waits, and is acquired again', () => {
    const phases: string[] = [];
    let step: RequestStep = firstStep;
    for (const event of [acquired, answered(500), waited, acquired, answered(200)]) {
      if (!('state' in step)) break;
      step = nextStep(limits, step.state, event);
      phases.push(step.kind);
    }
    expect(phases).toEqual(['send', 'wait', 'acquire', 'send', 'done']);
  });

  test.each<[RequestState, RequestEvent]>([
    [state('acquiring'), waited],
    [state('sending'), acquired],
    [state('waiting'), answered(200)],
  ])('takes no event that cannot happen: %j, %j', (from, event) => {
    expect(() => nextStep(limits, from, event)).toThrow();
  });
});
