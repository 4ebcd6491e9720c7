/** Electron's events: an object with preventDefault comes first. */
import type { EventEmitter } from 'node:events';

export interface PreventableEvent {
  defaultPrevented: boolean;
  preventDefault(): void;
}

export function preventable<Details extends object>(details: Details): Details & PreventableEvent {
  const event = {
    ...details,
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true;
    },
  };
  return event;
}

/** Whether the listeners let it happen. */
export function isAllowed(
  emitter: EventEmitter,
  name: string,
  details: object = {},
  ...rest: unknown[]
): boolean {
  const event = preventable(details);
  emitter.emit(name, event, ...rest);
  return !event.defaultPrevented;
}

/** A part of Electron that nobody needed so far says so by its name, instead of being undefined. */
export function failOnMissing<T extends object>(name: string, part: T): T {
  return new Proxy(part, {
    get(target, key) {
      if (typeof key === 'symbol' || key in target || passing.has(key)) {
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' && !isClass(value) ? value.bind(target) : value;
      }
      throw new Error(`test/stand-in: ${name}.${key} is not there yet. Add it to the stand-in.`);
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  });
}

/** What others look for in any object: promises, inspection, JSON. */
const passing = new Set(['then', 'toJSON', 'constructor', 'asymmetricMatch', 'nodeType', '_events']);

function isClass(value: { readonly prototype?: unknown }): boolean {
  return value.prototype !== undefined;
}
