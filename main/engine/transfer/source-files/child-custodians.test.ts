import { expect, onTestFinished, test, vi } from 'vitest';
import type { ContainerFolderRow } from '../../store/items/container-folder-repository.ts';
import { childCustodiansOf } from './child-custodians.ts';

const folder = (path: string, ruleCustodian: string | null, manualCustodian: string | null = null) =>
  ({
    path,
    otherPath: null,
    isDoubtful: false,
    entries: 1,
    bytes: 1,
    ruleCustodian,
    manualCustodian,
  }) satisfies ContainerFolderRow;
const byRule = (custodian: string | null) => ({ custodian, isManual: false });

test('every folder of a container with several custodians is listed', () => {
  const folders = [
    folder('Ng/', 'Ng'),
    folder('Ng/shared/', 'Roe'),
    folder('Roe/', 'Roe'),
    folder('x/', null),
  ];
  expect(childCustodiansOf(byRule('Ed'), folders)).toEqual({
    'Ng/': 'Ng',
    'Ng/shared/': 'Roe',
    'Roe/': 'Roe',
    'x/': 'Ed',
  });
});

test('nothing is sent where all folders are the container’s custodian’s', () => {
  expect(childCustodiansOf(byRule('Ng'), [folder('a/', 'Ng'), folder('b/', null)])).toEqual({});
  expect(childCustodiansOf(byRule(null), [folder('a/', null)])).toEqual({});
  expect(childCustodiansOf(byRule('Ng'), [])).toEqual({});
});

test('a folder without a custodian is left out', () => {
  expect(childCustodiansOf(byRule(null), [folder('a/', 'Ng'), folder('b/', null)])).toEqual({ 'a/': 'Ng' });
});

test('an assignment by hand of the container overrides the rules inside; one inside overrides both', () => {
  const folders = [folder('a/', 'Ng'), folder('b/', 'Ng', 'Roe')];
  expect(childCustodiansOf({ custodian: 'Hand', isManual: true }, folders)).toEqual({
    'a/': 'Hand',
    'b/': 'Roe',
  });
});

test('a folder whose name has no stated encoding is listed in both spellings', () => {
  const guessed = { ...folder('Łódź/', 'Ng'), otherPath: '┼ü├│d┼║/' };
  expect(childCustodiansOf(byRule(null), [guessed])).toEqual({ 'Łódź/': 'Ng', '┼ü├│d┼║/': 'Ng' });
});

test('names that mean something in JavaScript are names like others', () => {
  const sent = childCustodiansOf(byRule(null), [folder('__proto__/', 'Ng'), folder('constructor/', 'Roe')]);
  expect(JSON.stringify(sent)).toBe('{"__proto__/":"Ng","constructor/":"Roe"}');
});

test('a list too long to send keeps what differs from the folder above', () => {
  const folders = [folder('Ng/', 'Ng')];
  for (let index = 0; index < 30_000; index += 1)
    folders.push(folder(`Ng/a folder with a long name ${index}/`, index === 7 ? 'Roe' : 'Ng'));
  expect(childCustodiansOf(byRule('Ed'), folders)).toEqual({
    'Ng/': 'Ng',
    'Ng/a folder with a long name 7/': 'Roe',
  });
});

test('a folder that programs name without ./ is listed in both ways', () => {
  expect(childCustodiansOf(byRule(null), [folder('./Ng/', 'Ng'), folder('/Roe//x/', 'Roe')])).toEqual({
    './Ng/': 'Ng',
    'Ng/': 'Ng',
    '/Roe//x/': 'Roe',
    'Roe/x/': 'Roe',
  });
  expect(childCustodiansOf(byRule('Ed'), [folder('./', null), folder('Ng/', 'Ng')])).toEqual({
    './': 'Ed',
    'Ng/': 'Ng',
  });
});

test('a folder that programs name without ./ is listed so beside a folder below it that has no ./', () => {
  const folders = [folder('./Ann/', 'Ann'), folder('Ann/O/Bob/', 'Bob')];
  const listed = { './Ann/': 'Ann', 'Ann/': 'Ann', 'Ann/O/Bob/': 'Bob' };
  expect(childCustodiansOf(byRule('Firm'), folders)).toEqual(listed);
  expect(childCustodiansOf(byRule('Firm'), folders.toReversed())).toEqual(listed);
  // Not where a folder below it has no custodian, which it would get.
  expect(childCustodiansOf(byRule(null), [...folders, folder('Ann/O/', null)])).toEqual({
    './Ann/': 'Ann',
    'Ann/O/Bob/': 'Bob',
  });
});

test('the other spelling of a folder never takes the name of another folder', () => {
  const guessed = { ...folder('Иван/', 'Иван'), otherPath: 'êóá¡/' };
  const stated = folder('êóá¡/', 'Roe');
  for (const folders of [
    [guessed, stated],
    [stated, guessed],
  ])
    expect(childCustodiansOf(byRule(null), folders)).toEqual({ 'Иван/': 'Иван', 'êóá¡/': 'Roe' });
});

test('a decomposed folder is listed composed too, as programs may spell it that expand the archive', () => {
  const folders = [folder('e\u0301/', 'Ng'), folder('e\u0301/b/', 'Roe')];
  expect(childCustodiansOf(byRule(null), folders)).toEqual({
    'e\u0301/': 'Ng',
    'e\u0301/b/': 'Roe',
    '\u00e9/': 'Ng',
    '\u00e9/b/': 'Roe',
  });
});

test('a composed spelling that another folder has, or two would share, is nobody else’s', () => {
  const both = [folder('e\u0301/', 'Ng'), folder('\u00e9/b/', null)];
  expect(childCustodiansOf(byRule(null), both)).toEqual({ 'e\u0301/': 'Ng' });
  // The same letter, decomposed, and as a compatibility character that composes to the same.
  const two = [folder('A\u030a/', 'Ng'), folder('\u212b/', 'Roe')];
  expect(childCustodiansOf(byRule(null), two)).toEqual({ 'A\u030a/': 'Ng', '\u212b/': 'Roe' });
});

test('a folder of thousands of levels is no more work than another', () => {
  const levels = 'a/'.repeat(10_000);
  const folders = [folder(`Ng/./${levels}`, 'Ng'), folder(`Roe/${levels}`, 'Roe'), folder('Roe/', 'Roe')];
  const climbed = vi.spyOn(String.prototype, 'lastIndexOf');
  onTestFinished(() => climbed.mockRestore());
  expect(childCustodiansOf(byRule(null), folders)).toEqual({
    [`Ng/./${levels}`]: 'Ng',
    [`Ng/${levels}`]: 'Ng',
    [`Roe/${levels}`]: 'Roe',
    'Roe/': 'Roe',
  });
  expect(climbed.mock.calls.length).toBeLessThan(20);
});
