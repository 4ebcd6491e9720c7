/** Where a person is in the wizard of each draft. Kept over restarts, so that a saved draft continues where it was left. */
import { create } from 'zustand';
import { type DraftStep, draftSteps } from '../navigation/routes.ts';

interface Place {
  readonly last: DraftStep;
  /** The others are not done: a person may open a later step first. */
  readonly visited: readonly DraftStep[];
}

/** What is scanned is looked at first. */
const start: Place = { last: 'preflight', visited: ['source', 'preflight'] };
const key = 'lading.drafts.steps';

/** By draft. */
export const useDraftSteps = create<{ readonly places: ReadonlyMap<number, Place> }>(() => ({
  places: readPlaces(),
}));

export function recordStep(uploadId: number, step: DraftStep): void {
  const { places } = useDraftSteps.getState();
  const { visited } = places.get(uploadId) ?? start;
  keep(new Map(places).set(uploadId, { last: step, visited: [...new Set([...visited, step])] }));
}

/** Those that a person saw. */
export function visitedSteps(places: ReadonlyMap<number, Place>, uploadId: number): readonly DraftStep[] {
  return (places.get(uploadId) ?? start).visited;
}

/** The step at which the person left the draft. */
export function lastStep(uploadId: number): DraftStep {
  return (useDraftSteps.getState().places.get(uploadId) ?? start).last;
}

/** Once the draft is started or discarded. */
export function forgetSteps(uploadId: number): void {
  const places = new Map(useDraftSteps.getState().places);
  if (places.delete(uploadId)) keep(places);
}

function keep(places: ReadonlyMap<number, Place>): void {
  useDraftSteps.setState({ places });
  localStorage.setItem(key, JSON.stringify([...places]));
}

/** Empty where nothing usable is stored. */
export function readPlaces(): ReadonlyMap<number, Place> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return new Map(Array.isArray(stored) ? stored.flatMap(toEntry) : []);
  } catch {
    return new Map();
  }
}

function toEntry(entry: unknown): [number, Place][] {
  if (!Array.isArray(entry)) return [];
  const [uploadId, place] = entry;
  const { last: lastName, visited: names } = Object(place);
  const last = draftSteps.find((step) => step === lastName);
  return typeof uploadId === 'number' && last !== undefined && Array.isArray(names)
    ? [[uploadId, { last, visited: draftSteps.filter((step) => names.includes(step)) }]]
    : [];
}
