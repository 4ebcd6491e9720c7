import { expect, test } from 'vitest';
import { snapshot } from '../../../preload/contract/views/views.ts';
import { mockAppFrom } from './bridge.ts';

test.each(['', 'first-run', 'empty', 'sandbox', 'uploads=20', 'items=1000000', 'engine=failed'])(
  'the mock window with ?%s begins with what the contract allows',
  (query) => {
    const { state } = mockAppFrom(new URLSearchParams(query));
    expect(snapshot.safeParse({ revision: 0, ...state }).error?.issues ?? []).toEqual([]);
  },
);
