import { describe, expect, test } from 'vitest';
import { itemStates } from '../../../preload/contract/views/states.ts';
import fc from '../../../test/fixtures/property.ts';
import { afterEvent, type ItemEvent } from './item-states.ts';
import type { ItemState } from './uploads.ts';

describe('item states', () => {
  const events: readonly ItemEvent[] = [
    'started',
    'completed',
    'handed-over',
    'failed',
    'unknown',
    'retried',
    'skipped',
  ];

  test('after any events in any order, an item is in a known state, and what the platform has stays as it is', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events)), (happened) => {
        let state: ItemState = 'queued';
        let completions = 0;
        for (const event of happened) {
          const to = afterEvent(state, event);
          if (to !== null && (event === 'completed' || event === 'handed-over')) completions += 1;
          if (state === 'accepted' || state === 'handedOver') expect(to).toBeNull();
          state = to ?? state;
          expect(itemStates).toContain(state);
        }
        expect(completions).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('only a person can requeue an item that failed or is held', () => {
    for (const state of ['failed', 'held'] as const)
      for (const event of events) if (afterEvent(state, event) === 'queued') expect(event).toBe('retried');
    expect(afterEvent('skipped', 'retried')).toBeNull();
  });
});
