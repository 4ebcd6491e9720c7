/** The file of `lading watch --config`: what stands in it is checked here, what the disk and the platform say later. */
import { basename, dirname, resolve } from 'node:path';
import { isSameName } from '../../../preload/contract/database-check-text.ts';
import { success } from '../../../preload/contract/failure.ts';
import { failureText } from '../../../preload/contract/failure-text.ts';
import { watchConfig } from '../../../preload/contract/watch-config.ts';
import type { NamedWatchRule } from '../../../preload/contract/watched-folder.ts';
import { checkCustodianRules, parseJson } from '../../engine/index.ts';
import { readInputFile } from '../input-file.ts';
import { custodianRule } from '../options.ts';
import { type CliResult, usageError } from '../usage-error.ts';
import { config as words } from '../words/watch.ts';

export interface ConfiguredRule {
  /** Its paths are absolute. */
  readonly rule: NamedWatchRule;
  /** The database's name, as typed by the person who wrote the file. */
  readonly confirmDatabase: string | null;
}

/** Fails with watch-config-invalid, which names the line of each problem, or as `readInputFile`. */
export function readWatchConfig(path: string): CliResult<readonly ConfiguredRule[]> {
  const read = readInputFile('config', path);
  return read.ok ? parseWatchConfig(read.value.text, path) : read;
}

/** Relative paths start at the file's folder. `path` names the file in failures. */
export function parseWatchConfig(text: string, path: string): CliResult<readonly ConfiguredRule[]> {
  const folder = dirname(resolve(path));
  const checked = watchConfig.superRefine(({ watch }, context) => {
    const names = watch.map(({ name, path: watched }) => name ?? basename(resolve(folder, watched)));
    for (const [index, { name, custodianBy }] of watch.entries()) {
      const own = names[index] ?? '';
      const refuse = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: ['watch', index, field], message });
      const field = name === undefined ? 'path' : 'name';
      if (own === '') refuse(field, words.unnamed);
      else if (names.findIndex((name) => isSameName(name, own)) < index) refuse(field, words.sameName(own));
      const mistake = custodianBy === null ? null : custodianMistake(custodianBy);
      if (mistake !== null) refuse('custodianBy', mistake);
    }
  });
  const parsed = parseJson(text, checked, words.root);
  if (!parsed.ok) {
    const { problems, more } = parsed;
    return usageError('watch-config-invalid', { path, problems, more });
  }
  return success(
    parsed.value.watch.map(({ confirmDatabase, ...rule }) => ({
      rule: {
        ...rule,
        name: rule.name ?? basename(resolve(folder, rule.path)),
        path: resolve(folder, rule.path),
        custodianMap: rule.custodianMap === null ? null : resolve(folder, rule.custodianMap),
      },
      confirmDatabase: confirmDatabase ?? null,
    })),
  );
}

/** What is wrong with a rule in the grammar of --custodian-by, without a full stop: other problems may follow. */
function custodianMistake(text: string): string | null {
  try {
    const checked = checkCustodianRules(custodianRule(text));
    return checked.ok ? null : failureText(checked.failure).replace(/\.$/, '');
  } catch (error) {
    if (error instanceof Error) return error.message.replace(/\.$/, '');
    throw error;
  }
}
