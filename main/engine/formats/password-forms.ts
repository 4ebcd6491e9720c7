/**
 * Passwords in the encodings in which programs may have used them. ASCII has one form. Anything else was typed on a
 * keyboard that may compose characters differently, and formats that take bytes got it in the encoding of their system.
 */
import { codePages } from './code-pages.ts';

/** In the order of their likelihood, each once. */
export function textForms(password: string): readonly string[] {
  return [...new Set([password, password.normalize('NFC'), password.normalize('NFD')])];
}

export function byteForms(password: string): readonly Buffer[] {
  const forms: Buffer[] = textForms(password).map((text) => Buffer.from(text, 'utf8'));
  if (!isAscii(password)) {
    const composed = password.normalize('NFC');
    for (const encoding of legacyEncodings) {
      const bytes = encode(composed, encoding());
      if (bytes !== null && !forms.some((form) => form.equals(bytes))) forms.push(bytes);
    }
  }
  return forms;
}

function isAscii(text: string): boolean {
  return Buffer.byteLength(text, 'utf8') === text.length;
}

type Encoding = ReadonlyMap<string, readonly number[]>;

function encode(text: string, encoding: Encoding): Buffer | null {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const encoded = code < 0x80 ? [code] : encoding.get(character);
    if (encoded === undefined) return null;
    bytes.push(...encoded);
  }
  return Buffer.from(bytes);
}

/** Code pages 437 and 850 of DOS and of command lines agree in most letters. */
function dosEncoding(): Encoding {
  const letters = [...codePages.CP437].map((letter, index) => [letter, [0x80 + index]] as const);
  return new Map(letters.filter(([letter], index) => codePages.CP850[index] === letter));
}

/** The characters of every byte, or of every pair too. Node has decoders only, so their tables are turned around. */
function inverted(label: string, hasPairs: boolean): () => Encoding {
  let encoding: Map<string, readonly number[]> | null = null;
  return () => {
    if (encoding !== null) return encoding;
    encoding = new Map();
    const decoder = new TextDecoder(label);
    for (let lead = 0x80; lead <= 0xff; lead += 1) {
      const codes = hasPairs ? Array.from({ length: 0xc0 }, (_, index) => [lead, 0x40 + index]) : [];
      for (const bytes of [[lead], ...codes]) {
        const text = decoder.decode(Uint8Array.from(bytes));
        const isOne = [...text].length === 1 && text !== '\uFFFD';
        if (isOne && !encoding.has(text)) encoding.set(text, bytes);
      }
    }
    return encoding;
  };
}

const dos = dosEncoding();
const legacyEncodings: readonly (() => Encoding)[] = [
  inverted('windows-1252', false),
  () => dos,
  inverted('windows-1250', false),
  inverted('windows-1251', false),
  inverted('ibm866', false),
  inverted('windows-1253', false),
  inverted('windows-1254', false),
  inverted('shift_jis', true),
  inverted('gbk', true),
  inverted('big5', true),
  inverted('euc-kr', true),
];
