import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { afterEvent, type ItemEvent } from './item-states.ts';
import type { ItemState } from './uploads.ts';

describe('item states', () => {
  const events: readonly ItemEvent[] = ['started', 'completed', 'failed', 'unknown', 'retried', 'skipped'];
  const states: readonly ItemState[] = ['queued', 'uploading', 'accepted', 'skipped', 'failed', 'held'];

  test('after any events in any order, an item is in a known state, and accepted stays accepted', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events)), (happened) => {
        let state: ItemState = 'queued';
        let completions = 0;
        for (const event of happened) {
          const to = afterEvent(state, event);
          if (to !== null && event === 'completed') completions += 1;
          if (state === 'accepted') expect(to).toBeNull();
          state = to ?? state;
          expect(states).toContain(state);
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
