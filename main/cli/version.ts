import { readFileSync } from 'node:fs';

/** `lading --version` loads nothing else. */
export function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const parsed: unknown = JSON.parse(text);
  const version: unknown =
    typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, 'version') : null;
  return typeof version === 'string' ? version : '0';
}
