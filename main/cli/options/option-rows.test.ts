import { Command } from 'commander';
import { expect, it } from 'vitest';
import { addOptions, choiceOr, flag, negation, type OptionValues, value, valueOr } from './option-rows.ts';

const rows = {
  '--limit-rate <rate>': value('Rate', Number),
  '--dry-run': flag('Only plan', ['limitRate']),
  '--no-sha1': negation('No hash'),
  '--pack <when>': choiceOr('When', ['auto', 'never'], 'auto'),
  '--port <n>': valueOr('Port', Number, 80),
  '--link <url>': value('Link', (text, before: readonly string[] = []) => [...before, text]),
};

function parse(...args: readonly string[]): OptionValues<typeof rows> {
  const command = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  return addOptions(command, rows).parse(args, { from: 'user' }).opts();
}

it('gives each value under the name in its type, with the defaults of the rows', () => {
  expect(parse()).toEqual({ sha1: true, pack: 'auto', port: 80 });
  const args = ['--limit-rate', '5', '--no-sha1', '--pack', 'never', '--link', 'a', '--link', 'b'];
  const values = parse(...args);
  const named: readonly unknown[] = [values.limitRate, values.sha1, values.pack, values.port, values.link];
  expect(named).toEqual([5, false, 'never', 80, ['a', 'b']]);
  expect(parse('--dry-run').dryRun).toBe(true);
});

it('refuses another choice, and what excludes each other', () => {
  expect(() => parse('--pack', 'later')).toThrow('Allowed choices are auto, never.');
  expect(() => parse('--dry-run', '--limit-rate', '5')).toThrow('cannot be used with option');
});
