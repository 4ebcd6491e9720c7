/** The file of `lading watch --config`: what stands in it is checked here, what the disk and the platform say later. */
import { dirname, resolve } from 'node:path';
import { success } from '../../../preload/contract/failures/failure.ts';
import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import { defaultRuleName } from '../../../preload/contract/watch/folder-name.ts';
import { type WatchConfigRule, watchConfig } from '../../../preload/contract/watch/watch-config.ts';
import type { NamedWatchRule } from '../../../preload/contract/watch/watched-folder.ts';
import { parseJson, ruleProblems } from '../../engine/index.ts';
import { readInputFile } from '../input-file.ts';
import { type CliResult, usageError } from '../usage-error.ts';
import { config as words } from '../words/watch.ts';
import { ruleConflicts } from './rule-conflicts.ts';

export interface ConfiguredRule {
  /** Its paths are absolute. */
  readonly rule: NamedWatchRule;
  /** The database's name, as typed by the person who wrote the file. */
  readonly confirmDatabase: string | null;
}

/** Fails with watch-config-invalid, which names the line of each problem, with file-not-utf8, or as `readInputFile`. */
export function readWatchConfig(path: string): CliResult<readonly ConfiguredRule[]> {
  const read = readInputFile('config', path);
  if (!read.ok) return read;
  const { text, isUtf8 } = read.value;
  if (isUtf8) return parseWatchConfig(text, path);
  const line = text.slice(0, text.indexOf('\uFFFD')).split('\n').length;
  return usageError('file-not-utf8', { file: 'config', path, line });
}

/** Relative paths start at the file's folder. `path` names the file in failures. */
export function parseWatchConfig(text: string, path: string): CliResult<readonly ConfiguredRule[]> {
  const folder = dirname(resolve(path));
  const checked = watchConfig.superRefine(({ watch }, context) => {
    const rules = watch.map((rule) => configuredRule(rule, folder).rule);
    const refuse = (index: number, at: readonly (string | number)[], message: string) =>
      context.addIssue({
        code: 'custom',
        path: ['watch', index, ...at],
        message: message.replace(/\.$/, ''),
      });
    const isNamed = (index: number) => watch[index]?.name !== undefined;
    for (const [index, rule] of rules.entries()) {
      for (const { path: at, failure } of ruleProblems(rule)) refuse(index, at, failureText(failure));
    }
    for (const { index, field, message } of ruleConflicts(rules))
      refuse(index, [field === 'name' && !isNamed(index) ? 'path' : field], message);
  });
  const parsed = parseJson(text, checked, words.root);
  if (!parsed.ok) {
    const { problems, more } = parsed;
    return usageError('watch-config-invalid', { path, problems, more });
  }
  return success(parsed.value.watch.map((rule) => configuredRule(rule, folder)));
}

function configuredRule({ confirmDatabase, ...rule }: WatchConfigRule, folder: string): ConfiguredRule {
  const path = resolve(folder, rule.path);
  const name = rule.name ?? defaultRuleName(path);
  const custodianMap = rule.custodianMap === null ? null : resolve(folder, rule.custodianMap);
  const passwordFile = rule.passwordFile === null ? null : resolve(folder, rule.passwordFile);
  return {
    rule: { ...rule, name, path, custodianMap, passwordFile },
    confirmDatabase: confirmDatabase ?? null,
  };
}
