import { describe, expect, it } from 'vitest';
import { findByPrefix, type GridKey, gridActionFor } from './grid-keys.ts';

const at = { active: 50, rowCount: 100, pageRows: 10 };
const key = (name: string, how: Partial<GridKey> = {}): GridKey => ({
  key: name,
  shift: false,
  control: false,
  ...how,
});

describe('a key in a grid', () => {
  it.each([
    ['ArrowDown', 51],
    ['ArrowUp', 49],
    ['PageDown', 60],
    ['PageUp', 40],
    ['Home', 0],
    ['End', 99],
  ])('%s goes to row %d', (name, to) => {
    expect(gridActionFor(key(name), at)).toEqual({ kind: 'go', to, extend: false });
    expect(gridActionFor(key(name, { shift: true }), at)).toEqual({ kind: 'go', to, extend: true });
  });

  it('stays within the list', () => {
    expect(gridActionFor(key('ArrowUp'), { ...at, active: 0 })).toMatchObject({ to: 0 });
    expect(gridActionFor(key('PageDown'), { ...at, active: 95 })).toMatchObject({ to: 99 });
  });

  it.each([
    [key('a', { control: true }), { kind: 'select-all' }],
    [key('a'), { kind: 'type', letter: 'a' }],
    [key('ü'), { kind: 'type', letter: 'ü' }],
    [key(' '), { kind: 'toggle' }],
    [key('Enter'), { kind: 'open' }],
    [key('ArrowRight'), { kind: 'expand' }],
    [key('ArrowLeft'), { kind: 'collapse' }],
    [key('Escape'), { kind: 'select-none' }],
    [key('Tab'), null],
    [key('f', { control: true }), null],
    [key('F5'), null],
  ])('%j means %j', (pressed, action) => expect(gridActionFor(pressed, at)).toEqual(action));

  it('does nothing in an empty grid', () => {
    expect(gridActionFor(key('End'), { ...at, rowCount: 0 })).toBeNull();
  });
});

describe('typing', () => {
  const rows = ['Acme', 'Alpha', 'Beta', 'alder', 'Zeta'];
  const all = { first: 0, last: 4 };
  const textOf = (index: number) => rows[index] ?? null;

  it.each([
    ['b', 0, 2],
    ['al', 0, 1],
    ['ald', 1, 3],
    ['ac', 3, 0],
    ['x', 0, null],
  ])('“%s” from row %d finds row %s', (typed, active, found) => {
    expect(findByPrefix(typed, active, all, textOf)).toBe(found);
  });

  it('repeating one letter cycles through the rows that start with it', () => {
    expect(findByPrefix('a', 0, all, textOf)).toBe(1);
    expect(findByPrefix('aa', 1, all, textOf)).toBe(3);
    expect(findByPrefix('aaa', 3, all, textOf)).toBe(0);
  });

  it('skips rows that are not loaded', () => {
    expect(findByPrefix('b', 0, all, (index) => (index === 2 ? null : textOf(index)))).toBeNull();
  });
});
