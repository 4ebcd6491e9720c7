import { describe, expect, test } from 'vitest';
import type { ChainProblem } from '../../../preload/contract/texts/verify-text.ts';
import fc from '../../../test/fixtures/property.ts';
import {
  canonicalJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseCanonical,
} from './canonical-json.ts';
import { type ChainedEvent, chainStart, createChainChecker, nextEvent } from './hash-chain.ts';

type ChainCheck =
  | { readonly ok: true; readonly count: number; readonly head: string }
  | { readonly ok: false; readonly seq: number; readonly problem: ChainProblem | null };

function verifyChain(events: Iterable<ChainedEvent>, expectedHead?: string): ChainCheck {
  const checker = createChainChecker();
  let count = 0;
  for (const event of events) {
    const problem = checker.next(event);
    if (problem !== null) return { ok: false, seq: count + 1, problem };
    count += 1;
  }
  return expectedHead === undefined || expectedHead === checker.head()
    ? { ok: true, count, head: checker.head() }
    : { ok: false, seq: count + 1, problem: null };
}

/** What JSON can hold: -0 becomes 0 in it. */
const json = fc
  .jsonValue({ noUnicodeString: false })
  .map((value): JsonValue => JSON.parse(JSON.stringify(value)));

function shuffled(value: JsonValue, seed: number): JsonValue {
  if (Array.isArray(value)) return value.map((member: JsonValue) => shuffled(member, seed));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([key, member]): [string, JsonValue] => [
    key,
    shuffled(member, seed),
  ]);
  const turn = members.length === 0 ? 0 : seed % members.length;
  return Object.fromEntries([...members.slice(turn), ...members.slice(0, turn)].reverse());
}

describe('canonical JSON', () => {
  test('is read back as the same value', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(value);
      }),
    );
  });

  test('does not depend on the order in which keys were set', () => {
    fc.assert(
      fc.property(json, fc.nat(), (value, seed) => {
        expect(canonicalJson(shuffled(value, seed))).toBe(canonicalJson(value));
      }),
    );
  });

  test('different values never have the same form', () => {
    fc.assert(
      fc.property(json, json, (left, right) => {
        fc.pre(JSON.stringify(left) !== JSON.stringify(right));
        if (canonicalJson(left) === canonicalJson(right)) expect(left).toEqual(right);
      }),
    );
  });

  test('only the canonical spelling is parsed as canonical', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(parseCanonical(canonicalJson(value))).toEqual({ value });
      }),
    );
    for (const text of [
      '{"b":1,"a":2}',
      '{"a":1,"a":1}',
      '[1, 2]',
      '1.0',
      '"\\u0041"',
      '',
      '{',
      'NaN',
      '"\uD800"',
    ]) {
      expect(parseCanonical(text), text).toBeNull();
    }
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('%s is refused', (value) => {
    expect(() => canonicalJson({ value })).toThrow('JSON holds no NaN');
  });

  // RFC 8785, 3.2.2 to 3.2.4 and appendix B.
  test('is the form of RFC 8785 for its own example', () => {
    const example = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`;
    expect(canonicalJson(JSON.parse(example))).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  test('sorts names by UTF-16 code units', () => {
    const names = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, '\u00f6': 7 };
    expect(Object.values(JSON.parse(canonicalJson(names), undefined))).toHaveLength(7);
    expect(canonicalJson(names)).toBe(
      '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\u{1f600}":5,"\ufb33":3}',
    );
  });

  test.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('writes the number %s as %s', (bits, text) => {
    expect(canonicalJson(Buffer.from(bits, 'hex').readDoubleBE())).toBe(text);
  });

  test('half a surrogate pair is refused, in a text and in a name, written or read', () => {
    for (const half of ['\ud800', 'a\udfff', '\udc00\ud800']) {
      expect(() => canonicalJson([half])).toThrow(TypeError);
      expect(() => canonicalJson({ [half]: 1 })).toThrow(TypeError);
      expect(parseCanonical(JSON.stringify(half))).toBeNull();
      expect(parseCanonical(JSON.stringify({ [half]: 1 }))).toBeNull();
    }
  });

  test('endless nesting is refused instead of crashing the process', () => {
    expect(parseCanonical(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toBeNull();
  });
});

const data = fc.dictionary(fc.string(), json, { maxKeys: 4 }).map((value): JsonObject => value);
const chain = fc
  .array(
    fc.record({
      at: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }),
      type: fc.string(),
      data,
    }),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((entries) => {
    const events: ChainedEvent[] = [];
    for (const entry of entries) {
      events.push(nextEvent(events.at(-1) ?? null, entry.at.toISOString(), entry.type, entry.data));
    }
    return events;
  });
const headOf = (events: readonly ChainedEvent[]): string => events.at(-1)?.hash ?? chainStart;

describe('the event log', () => {
  test('as written, it holds', () => {
    fc.assert(
      fc.property(chain, (events) => {
        expect(verifyChain(events, headOf(events))).toEqual({
          ok: true,
          count: events.length,
          head: headOf(events),
        });
      }),
    );
    expect(verifyChain([])).toEqual({ ok: true, count: 0, head: chainStart });
  });

  test('any change to any field of any event is found, at that event', () => {
    const changed = fc.constantFrom('seq', 'at', 'type', 'data', 'previousHash', 'hash');
    fc.assert(
      fc.property(chain, fc.nat(), changed, (events, at, field) => {
        const index = at % events.length;
        const edited = events.map((event, position) => {
          if (position !== index) return event;
          switch (field) {
            case 'seq':
              return { ...event, seq: event.seq + 1 };
            case 'data':
              return { ...event, data: { ...event.data, [`${Object.keys(event.data).join('')}x`]: null } };
            default:
              return { ...event, [field]: `${event[field]}0` };
          }
        });
        expect(verifyChain(edited)).toMatchObject({ ok: false, seq: index + 1 });
      }),
    );
  });

  test('an event removed anywhere is found, at the end by its head', () => {
    fc.assert(
      fc.property(chain, fc.nat(), (events, at) => {
        const index = at % events.length;
        const check = verifyChain(events.toSpliced(index, 1), headOf(events));
        expect(check).toMatchObject({ ok: false, seq: index + 1 });
      }),
    );
  });

  test('two events in reversed order are found, at the first of them', () => {
    fc.assert(
      fc.property(chain, fc.nat(), fc.nat(), (events, left, right) => {
        const [first, second] = [left % events.length, right % events.length].sort((a, b) => a - b);
        fc.pre(first !== undefined && second !== undefined && first !== second);
        const moved = events.map(
          (event, index) => events[index === first ? second : index === second ? first : index] ?? event,
        );
        expect(verifyChain(moved)).toMatchObject({ ok: false, seq: first + 1 });
      }),
    );
  });

  test('an event put in anywhere is found', () => {
    fc.assert(
      fc.property(chain, fc.nat(), data, (events, at, added) => {
        const index = at % (events.length + 1);
        const forged = nextEvent(
          events[index - 1] ?? null,
          '2024-01-01T00:00:00.000Z',
          'item-settled',
          added,
        );
        const check = verifyChain(events.toSpliced(index, 0, forged), headOf(events));
        if (canonicalJson(forged) === canonicalJson(events[index] ?? null)) return;
        expect(check.ok).toBe(false);
      }),
    );
  });

  test('it reads one event after another, holding none', () => {
    function* endless(): Iterable<ChainedEvent> {
      let previous: ChainedEvent | null = null;
      for (;;) {
        previous = nextEvent(previous, '2024-01-01T00:00:00.000Z', 'tick', {});
        yield previous.seq === 5000 ? { ...previous, type: 'tock' } : previous;
      }
    }
    expect(verifyChain(endless())).toEqual({
      ok: false,
      seq: 5000,
      problem: { code: 'event-changed', seq: 5000 },
    });
  });
});

test('a log takes text that is not well-formed, such as a hostile platform may send, and stays verifiable', () => {
  const event = nextEvent(null, '2026-11-21T00:00:00.000Z', 'upload-paused', {
    reason: 'the service said \ud800',
    ['\udc00']: [{ deep: '\ud83d' }, 'whole \u{1f600}'],
  });
  expect(event.data).toEqual({
    reason: 'the service said \ufffd',
    '\ufffd': [{ deep: '\ufffd' }, 'whole \u{1f600}'],
  });
  expect(createChainChecker().next(JSON.parse(JSON.stringify(event)))).toBeNull();
});

test('an early event that was rewritten with its own hash is found where the next one names the hash before', () => {
  const first = nextEvent(null, '2030-01-01T00:00:00.000Z', 'a', { n: 1 });
  const second = nextEvent(first, '2030-01-01T00:00:01.000Z', 'b', { n: 2 });
  const third = nextEvent(second, '2030-01-01T00:00:02.000Z', 'c', { n: 3 });
  const rewritten = nextEvent(null, '2030-01-01T00:00:00.000Z', 'a', { n: 9 });
  expect(verifyChain([first, second, third]).ok).toBe(true);
  expect(verifyChain([first, third])).toMatchObject({
    problem: { code: 'event-missing', seq: 2, foundSeq: 3 },
  });
  expect(verifyChain([rewritten, second, third])).toEqual({
    ok: false,
    seq: 2,
    problem: { code: 'event-unlinked', seq: 2 },
  });
});
