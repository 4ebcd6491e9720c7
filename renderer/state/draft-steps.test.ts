import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetSteps, lastStep, readPlaces, recordStep, useDraftSteps } from './draft-steps.ts';

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
const furthest = (uploadId: number) => useDraftSteps.getState().places.get(uploadId)?.furthest;

describe('the steps of a draft', () => {
  it('stay open up to the furthest one visited', () => {
    recordStep(7, 'settings');
    recordStep(7, 'preflight');
    expect(furthest(7)).toBe('settings');
    recordStep(8, 'source');
    expect(furthest(8)).toBe('preflight');
  });

  it('continue where the draft was left, also after a restart', () => {
    expect(lastStep(7)).toBe('preflight');
    recordStep(7, 'review');
    recordStep(7, 'custodians');
    restart();
    expect([lastStep(7), furthest(7)]).toEqual(['custodians', 'review']);
  });

  it('are forgotten with the draft', () => {
    recordStep(7, 'review');
    forgetSteps(7);
    restart();
    expect(lastStep(7)).toBe('preflight');
  });

  it.each(['{', '{}', '[[7]]', '[["7",{"last":"review","furthest":"review"}]]', '[[7,{"last":"none"}]]'])(
    'begin with pre-flight where %s is stored',
    (text) => {
      stored.set('lading.drafts.steps', text);
      restart();
      expect(lastStep(7)).toBe('preflight');
    },
  );
});
