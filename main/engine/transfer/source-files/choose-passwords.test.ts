import { expect, it } from 'vitest';
import { choosePasswords, type LockFacts } from './choose-passwords.ts';

const all = ['alpha', 'beta', 'gamma'];

function chosen(facts: Partial<LockFacts>, opening: string | null = null): readonly string[] {
  return choosePasswords({ type: 'pdf', isLocked: false, status: null, ...facts }, { all, opening });
}

it('a document goes with the password that opened it', () => {
  expect(chosen({ isLocked: true, status: 'opened' }, 'beta')).toEqual(['beta']);
});

it('a document that no password opens, or that needs none, goes without', () => {
  expect(chosen({ isLocked: true, status: 'no-fit' })).toEqual([]);
  expect(chosen({})).toEqual([]);
});

it('a single message goes without', () => {
  for (const type of ['eml', 'msg', 'tnef']) expect(chosen({ type })).toEqual([]);
});

it('what could not be tried here goes with all of them', () => {
  for (const status of ['cannot-try', 'unreadable', 'not-tried', null] as const)
    expect(chosen({ isLocked: true, status })).toEqual(all);
});

it('a container goes with all of them, the one that opened it in front', () => {
  expect(chosen({ type: 'zip', isLocked: true, status: 'opened' }, 'gamma')).toEqual([
    'gamma',
    'alpha',
    'beta',
  ]);
  expect(chosen({ type: 'pst' })).toEqual(all);
});

it('what was not inspected may hold anything, so it goes with all of them', () => {
  expect(chosen({ type: null })).toEqual(all);
  expect(chosen({ type: 'a type of a later version' })).toEqual(all);
});

it('after another process tried them, an opened document goes with all of them', () => {
  expect(chosen({ isLocked: true, status: 'opened' })).toEqual(all);
});
