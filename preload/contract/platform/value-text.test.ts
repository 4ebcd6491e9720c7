import { expect, test } from 'vitest';
import { valueText } from './value-text.ts';

test.each([
  ['ACTIVE', 'Active'],
  ['active', 'Active'],
  ['IN_PROGRESS', 'In progress'],
  ['SERVICE', 'Service'],
  ['DB_UPLOAD', 'Upload'],
  ['LEGAL_HOLD_ADMIN', 'Legal hold admin'],
  ['AI_ADMIN', 'AI admin'],
  ['PDF', 'PDF'],
  ['Partly frozen', 'Partly frozen'],
  ['someCamelCase', 'someCamelCase'],
  ['constructor', 'Constructor'],
  ['', ''],
  ['A\u202eB', 'A\ufffdB'],
])('%j is shown as “%s”', (value, text) => expect(valueText(value)).toBe(text));
