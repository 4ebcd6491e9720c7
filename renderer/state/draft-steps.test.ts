import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetSteps, lastStep, readPlaces, recordStep, useDraftSteps, visitedSteps } from './draft-steps.ts';

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  useDraftSteps.setState({ places: new Map() });
});
afterEach(() => vi.unstubAllGlobals());

/** As after a restart of the window. */
const restart = () => useDraftSteps.setState({ places: readPlaces() });
const visited = (uploadId: number) => visitedSteps(useDraftSteps.getState().places, uploadId);

describe('the steps of a draft', () => {
  it('count as visited only where a person saw them, whichever was opened first', () => {
    recordStep(7, 'review');
    recordStep(7, 'preflight');
    expect(visited(7)).toEqual(['source', 'preflight', 'review']);
    expect(visited(8)).toEqual(['source', 'preflight']);
  });

  it('continue where the draft was left, also after a restart', () => {
    expect(lastStep(7)).toBe('preflight');
    recordStep(7, 'review');
    recordStep(7, 'custodians');
    restart();
    expect(lastStep(7)).toBe('custodians');
    expect(visited(7)).toEqual(['source', 'preflight', 'custodians', 'review']);
  });

  it('are forgotten with the draft', () => {
    recordStep(7, 'review');
    forgetSteps(7);
    restart();
    expect(lastStep(7)).toBe('preflight');
  });

  it.each([
    '{',
    '{}',
    '[[7]]',
    '[["7",{"last":"review","visited":["review"]}]]',
    '[[7,{"last":"none","visited":[]}]]',
    '[[7,{"last":"review"}]]',
  ])('begin with pre-flight where %s is stored', (text) => {
    stored.set('lading.drafts.steps', text);
    restart();
    expect(lastStep(7)).toBe('preflight');
  });
});
