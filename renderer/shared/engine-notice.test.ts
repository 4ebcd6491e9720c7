import { expect, it } from 'vitest';
import type { EngineView } from '../../preload/contract/views/views.ts';
import { engineAbsence } from './engine-notice.tsx';

it.each<[EngineView['kind'], string | undefined]>([
  ['starting', 'Waiting for the engine…'],
  ['failed', "Uploads and watched folders can't be listed"],
  ['running', undefined],
  ['restarted', undefined],
])('an empty list of an engine that is %s says: %s', (kind, title) => {
  expect(engineAbsence({ kind })?.title).toBe(title);
});
