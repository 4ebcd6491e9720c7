/** What a text of JSON may hold. Parsing makes an object of a few bytes of text, and programs go through values recursively. */
export interface JsonLimits {
  readonly depth: number;
  /** Values of any kind, on all levels together; a list or record in a list counts twice. */
  readonly values: number;
}

export interface JsonExcess {
  readonly offset: number;
  readonly limit: keyof JsonLimits;
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * How many values a text has, and where it first exceeds a limit, before it is parsed: counting ends there. Takes any text,
 * once, and keeps nothing of it.
 */
export function measureJson(
  text: string,
  limits: JsonLimits,
): { readonly values: number; readonly excess: JsonExcess | null } {
  let depth = 0;
  let values = 1;
  for (let offset = 0; offset < text.length; offset += 1) {
    const character = text.charCodeAt(offset);
    if (character === quote) offset = endOfString(text, offset + 1);
    else if (character === openArray || character === openObject) {
      depth += 1;
      values += 1;
      if (depth > limits.depth) return { values, excess: { offset, limit: 'depth' } };
    } else if (character === closeArray || character === closeObject) depth -= 1;
    else if (character === comma) values += 1;
    if (values > limits.values) return { values, excess: { offset, limit: 'values' } };
  }
  return { values, excess: null };
}

/** The quote after the string that begins here. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (end - escapes > start && text.charCodeAt(end - escapes - 1) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
