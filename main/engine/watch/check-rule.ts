import { resolve } from 'node:path';
import { errnoOf, isMissing } from '../../../preload/contract/failures/errno.ts';
import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { defaultRuleName } from '../../../preload/contract/watch/folder-name.ts';
import type { WatchRuleProblem } from '../../../preload/contract/watch/watch-rule-text.ts';
import type { NamedWatchRule, WatchRule } from '../../../preload/contract/watch/watched-folder.ts';
import { readPasswords } from '../intake/passwords/read-passwords.ts';
import type { Platform } from '../platform/platform.ts';
import { checkSettings } from '../platform/processing-settings.ts';
import { findEnclosingSource } from '../sources/enclosing-source.ts';
import type { SourceReader } from '../sources/source-reader.ts';
import { refuseOwnFiles } from '../uploads/prepare/check-folders.ts';
import { ruleProblems } from './rule-problems.ts';
import { readCustodians } from './runner/read-custodians.ts';

interface CheckContext {
  readonly stateDir: string;
  readonly sources: SourceReader;
  /** The platform; null where nothing is connected to the server. */
  readonly platform: Pick<Platform, 'profile' | 'form'> | null;
  readonly signal: AbortSignal;
}

/**
 * The rule with its name and full path. Fails with watch-rule-invalid, source-missing, path-unreadable, state-in-source, source-in-state,
 * glob-invalid, custodian-pattern-invalid, custodian-map-invalid, password-file-unreadable, and
 * processing-setting-invalid.
 */
export async function checkRule(
  rule: WatchRule,
  { stateDir, sources, platform, signal }: CheckContext,
): Promise<Result<NamedWatchRule>> {
  const path = rule.path;
  const [problem] = ruleProblems(rule);
  if (problem !== undefined) return { ok: false, failure: problem.failure };
  const custodians = await readCustodians(rule, sources, signal);
  if (!custodians.ok) return custodians;
  const outside = await refuseInnerPasswords(rule, sources);
  if (!outside.ok) return outside;
  const passwords = await readPasswords(rule.passwordFile, sources, signal);
  if (!passwords.ok) return passwords;
  const settings =
    platform === null
      ? success(undefined)
      : await checkSettings(rule.settings, platform.profile, platform.form);
  if (!settings.ok) return settings;
  const folder = await checkFolder(path, sources, signal);
  if (!folder.ok) return folder;
  const state = await refuseOwnFiles(stateDir, [path], sources);
  if (!state.ok) return state;
  return success({ ...rule, path: resolve(path), name: rule.name ?? defaultRuleName(path) });
}

/** A file of passwords in the folder would be sent as evidence, whatever path leads there. Fails with watch-rule-invalid. */
export async function refuseInnerPasswords(
  { path, passwordFile }: Pick<WatchRule, 'path' | 'passwordFile'>,
  sources: SourceReader,
): Promise<Result<undefined>> {
  if (passwordFile === null) return success(undefined);
  const enclosing = await findEnclosingSource(passwordFile, [path], sources);
  return enclosing === null ? success(undefined) : invalid('passwordFile', 'in-watched-folder', passwordFile);
}

async function checkFolder(path: string, sources: SourceReader, signal: AbortSignal): Promise<Result<void>> {
  const at = { root: path, path };
  try {
    const found = await sources.stat(at, signal);
    if (found.kind !== 'folder') return invalid('path', 'not-a-folder', path);
    await sources.checkReadable(at, signal);
    return success(undefined);
  } catch (error) {
    const errno = errnoOf(error);
    return isMissing(errno)
      ? failure('source-missing', { path })
      : failure('path-unreadable', { path, errno });
  }
}

function invalid(field: string, problem: WatchRuleProblem, value: string) {
  return failure('watch-rule-invalid', { field, problem, value });
}
