/**
 * Canonical JSON (RFC 8785), for hashes. It defines numbers and escapes as JSON.stringify writes them, so only the order of
 * names is added.
 */
import { createHash } from 'node:crypto';
import { type JsonLimits, measureJson } from './json-excess.ts';

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export type JsonObject = { readonly [key: string]: JsonValue };

/** Deeper JSON from outside is refused. Ours is far shallower, and the functions here are recursive. */
const maximumDepth = 64;
/** Counted before a text is parsed: parsing makes an object of two bytes. A log line of ours has some 100,000 values at most. */
const limits: JsonLimits = { depth: maximumDepth, values: 2_000_000 };

/**
 * Throws on what RFC 8785 refuses, NaN, infinity, and half a surrogate pair: a bug in the caller. Plain loops: it runs
 * millions of times.
 */
export function canonicalJson(value: JsonValue): string {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new TypeError('JSON holds no NaN and no infinity.');
  }
  if (typeof value === 'string') return quoted(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  let text = '';
  if (isArray(value)) {
    for (const member of value) text += `${text === '' ? '' : ','}${canonicalJson(member)}`;
    return `[${text}]`;
  }
  for (const key of Object.keys(value).sort()) {
    text += `${text === '' ? '' : ','}${quoted(key)}:${canonicalJson(value[key] ?? null)}`;
  }
  return `{${text}}`;
}

function quoted(text: string): string {
  if (!text.isWellFormed()) throw new TypeError('Canonical JSON holds no half of a surrogate pair.');
  return JSON.stringify(text);
}

/** Replaces every half of a surrogate pair by U+FFFD. JSON from outside can hold one as an escape; UTF-8 can't. */
export function wellFormedObject(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, member]) => [name.toWellFormed(), wellFormed(member)]),
  );
}

function wellFormed(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.toWellFormed();
  if (value === null || typeof value !== 'object') return value;
  return isArray(value) ? value.map(wellFormed) : wellFormedObject(value);
}

function isJsonValue(value: unknown, depth = maximumDepth): value is JsonValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth === 0) return false;
  return Object.values(value).every((member) => isJsonValue(member, depth - 1));
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && isJsonValue(value);
}

/** Parses canonical JSON. Returns null for any other text, even for another form of the same value. */
export function parseCanonical(text: string): { readonly value: JsonValue } | null {
  // A short text can't exceed the limits.
  if (text.length > 2048 && measureJson(text, limits).excess !== null) return null;
  try {
    const value: JsonValue = JSON.parse(text);
    return canonicalJson(value) === text ? { value } : null;
  } catch (error) {
    // Not JSON, or half of a surrogate pair.
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}

export function sha256Hex(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** Array.isArray does not narrow readonly arrays. */
function isArray(value: readonly JsonValue[] | JsonObject): value is readonly JsonValue[] {
  return Array.isArray(value);
}
