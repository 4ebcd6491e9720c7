import { printable } from '../../../preload/contract/texts/printable.ts';

/** Text that is already markup. Everything else is escaped, and cannot reverse the direction of a line. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | null | undefined | readonly Part[];

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');
}

function textOf(part: Part): string {
  if (part === null || part === undefined) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'string') return escapeHtml(printable(part));
  if (typeof part === 'number') return String(part);
  return part.map(textOf).join('');
}

export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(
    strings.map((string, index) => (index === 0 ? string : textOf(parts[index - 1]) + string)).join(''),
  );
}
