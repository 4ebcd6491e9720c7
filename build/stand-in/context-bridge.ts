/**
 * Between two JavaScript worlds of one page, like Electron's contextBridge: they share the document and no objects. The
 * `detail` of an event is copied between them, Files included, and events are delivered synchronously. Both ends run in
 * the page as their own source text, and use nothing that the page could have changed.
 */
export interface Bridge {
  readonly expose: (name: string, value: unknown) => void;
  readonly onExpose: (listener: (name: string, value: unknown) => void) => void;
}

/** One end of the bridge. Functions and promises stay where they are; the other end gets a proxy for each. */
export function createBridge(secret: string, here: string, there: string): Bridge {
  type Packed = { kind: string; value?: unknown; id?: number };
  type Settle = { resolve(value: unknown): void; reject(error: unknown): void };
  const functions: Record<number, unknown> = Object.create(null);
  const promises: Record<number, Settle> = Object.create(null);
  const answers: Record<number, { failed: boolean; value: Packed }> = Object.create(null);
  const { apply, getPrototypeOf } = Reflect;
  const { entries, prototype } = Object;
  const { isArray } = Array;
  const { then } = Promise.prototype;
  const Message = CustomEvent;
  const Later = Promise;
  const Failed = Error;
  const dispatch = window.dispatchEvent.bind(window);
  let last = 0;

  const tell = (what: string, detail: unknown): void => {
    dispatch(new Message(`${secret}-${what}-${there}`, { detail }));
  };
  const hear = (what: string, listener: (detail: never) => void): void => {
    window.addEventListener(
      `${secret}-${what}-${here}`,
      (event) => {
        event.stopImmediatePropagation();
        if (event instanceof Message) listener(event.detail as never);
      },
      { capture: true },
    );
  };
  const each = <From, To>(list: readonly From[], make: (one: From) => To): To[] => {
    const made: To[] = [];
    for (let index = 0; index < list.length; index += 1) made[index] = make(list[index] as From);
    return made;
  };

  function pack(value: unknown): Packed {
    last += 1;
    const id = last;
    if (typeof value === 'function') {
      functions[id] = value;
      return { kind: 'function', id };
    }
    if (value instanceof Later) {
      apply(then, value, [
        (done: unknown) => tell('settle', { id, failed: false, value: pack(done) }),
        (error: unknown) => tell('settle', { id, failed: true, value: pack(error) }),
      ]);
      return { kind: 'promise', id };
    }
    if (value instanceof Failed) return { kind: 'error', value: value.message };
    if (isArray(value)) return { kind: 'array', value: each(value, pack) };
    if (typeof value !== 'object' || value === null) return { kind: 'value', value };
    const parent = getPrototypeOf(value);
    if (parent !== prototype && parent !== null) return { kind: 'value', value };
    return { kind: 'object', value: each(entries(value), (entry) => [entry[0], pack(entry[1])]) };
  }

  function unpack({ kind, value, id = 0 }: Packed): unknown {
    if (kind === 'function') return (...args: unknown[]) => call(id, args);
    if (kind === 'promise') {
      return new Later((resolve, reject) => {
        promises[id] = { resolve, reject };
      });
    }
    if (kind === 'error') return new Failed(String(value));
    if (kind === 'array') return each(value as Packed[], unpack);
    if (kind !== 'object') return value;
    const made: Record<string, unknown> = {};
    each(value as [string, Packed][], (entry) => {
      made[entry[0]] = unpack(entry[1]);
    });
    return made;
  }

  function call(id: number, args: readonly unknown[]): unknown {
    last += 1;
    const turn = last;
    tell('call', { id, turn, args: each(args, pack) });
    const answer = answers[turn];
    delete answers[turn];
    if (answer === undefined) throw new Failed('The other world did not answer.');
    const value = unpack(answer.value);
    if (answer.failed) throw value;
    return value;
  }

  hear('call', ({ id, turn, args }: { id: number; turn: number; args: Packed[] }) => {
    try {
      const called = functions[id] as () => unknown;
      tell('answer', { turn, failed: false, value: pack(apply(called, undefined, each(args, unpack))) });
    } catch (error) {
      tell('answer', { turn, failed: true, value: pack(error) });
    }
  });
  hear('answer', ({ turn, failed, value }: { turn: number; failed: boolean; value: Packed }) => {
    answers[turn] = { failed, value };
  });
  hear('settle', ({ id, failed, value }: { id: number; failed: boolean; value: Packed }) => {
    const waiting = promises[id];
    delete promises[id];
    const settled = unpack(value);
    if (failed) waiting?.reject(settled);
    else waiting?.resolve(settled);
  });

  return {
    expose: (name, value) => tell('expose', { name, value: pack(value) }),
    onExpose: (listener) =>
      hear('expose', ({ name, value }: { name: string; value: Packed }) => listener(name, unpack(value))),
  };
}
