/**
 * What may pass between processes, as text. Electron copies by the structured clone algorithm: undefined, dates, big
 * integers and bytes arrive as they were, and a function cannot be sent. Each function here also runs in the page, as its
 * own source text, so neither uses anything from outside itself.
 */
export type Encode = (value: unknown) => string;
export type Decode = (text: string) => unknown;

export function encode(value: unknown): string {
  const tagged = (one: unknown): unknown => {
    if (one === undefined) return { $: 'undefined' };
    if (typeof one === 'bigint') return { $: 'bigint', value: String(one) };
    if (typeof one === 'number' && !Number.isFinite(one)) return { $: 'number', value: String(one) };
    if (typeof one === 'function' || typeof one === 'symbol')
      throw new Error('An object could not be cloned.');
    if (typeof one !== 'object' || one === null) return one;
    if (one instanceof Date) return { $: 'date', value: one.getTime() };
    if (one instanceof Uint8Array) return { $: 'bytes', value: [...one] };
    if (one instanceof Promise) throw new Error('#<Promise> could not be cloned.');
    if (Array.isArray(one)) return one.map(tagged);
    const entries = Object.entries(one).map(([name, inner]) => [name, tagged(inner)]);
    const plain: unknown = Object.fromEntries(entries);
    return '$' in one ? { $: 'object', value: plain } : plain;
  };
  return JSON.stringify(tagged(value));
}

export function decode(text: string): unknown {
  const plain = (one: unknown): unknown => {
    if (typeof one !== 'object' || one === null) return one;
    if (Array.isArray(one)) return one.map(plain);
    const tag: unknown = Reflect.get(one, '$');
    const value: unknown = Reflect.get(one, 'value');
    if (tag === 'undefined') return undefined;
    if (tag === 'bigint') return BigInt(String(value));
    if (tag === 'number') return Number(value);
    if (tag === 'date') return new Date(Number(value));
    if (tag === 'bytes' && Array.isArray(value)) return Uint8Array.from(value.map(Number));
    const record: object = tag === 'object' && typeof value === 'object' && value !== null ? value : one;
    return Object.fromEntries(Object.entries(record).map(([name, inner]) => [name, plain(inner)]));
  };
  return plain(JSON.parse(text));
}
