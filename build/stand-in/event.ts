/** Electron's events: the first argument has preventDefault. */
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

/** Whether no listener prevented it. */
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

/** A part of Electron that the stand-in lacks throws an error with its name, instead of being undefined. */
export function failOnMissing<T extends object>(name: string, part: T): T {
  return new Proxy(part, {
    get(target, key) {
      if (typeof key === 'symbol' || key in target || passing.has(key)) {
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' && !isClass(value) ? value.bind(target) : value;
      }
      throw new Error(`build/stand-in: ${name}.${key} is missing. Add it to the stand-in.`);
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  });
}

/** Properties that are looked up on any object: by promises, inspection, JSON. */
const passing = new Set(['then', 'toJSON', 'constructor', 'asymmetricMatch', 'nodeType', '_events']);

function isClass(value: { readonly prototype?: unknown }): boolean {
  return value.prototype !== undefined;
}
