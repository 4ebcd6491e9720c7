import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faultKinds, parseFaults } from '../../main/sandbox/faults.ts';

const text = readFileSync(new URL('../../docs/faults.md', import.meta.url), 'utf8');

test('the example in the documentation is a valid faults file', () => {
  const example = /```json\n([^`]+)```/.exec(text)?.[1] ?? '';
  expect(parseFaults(example)).toMatchObject({ ok: true, value: { seed: 7 } });
});

test('the documentation lists every kind of fault', () => {
  const [, table = ''] = text.split('## What happens');
  const documented = [...table.matchAll(/^\| `([a-z-]+)` /gm)].map((match) => match[1]);
  expect(documented.filter((kind) => kind !== 'kind').sort()).toEqual([...faultKinds].sort());
});
