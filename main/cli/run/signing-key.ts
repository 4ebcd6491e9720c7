import { success } from '../../../preload/contract/failures/failure.ts';
import { openDataFolder, resolveStateDir } from '../../app/state-dir.ts';
import { type CliContext, reportFailure, withReader } from '../cli-context.ts';
import type { Outcome } from '../exit-code.ts';
import type { CommonOptions } from '../options/common.ts';
import { formatTime } from '../terminal/time.ts';
import { signingKey as words } from '../words/receipts.ts';

/** Shows the key with which the command line signs receipts, and makes it if there is none. */
export async function signingKey(context: CliContext, options: CommonOptions): Promise<Outcome> {
  const { output } = context;
  const stateDir = openDataFolder(resolveStateDir(options.state, context.env));
  if (!stateDir.ok) return reportFailure(context, stateDir.failure);
  const { openSigningKeyFile } = await import('../../engine/index.ts');
  const opened = openSigningKeyFile(stateDir.value);
  if (!opened.ok) return reportFailure(context, opened.failure);
  const { fingerprint, storage, path, publicKeyPem } = opened.value;
  // Also those of the window. A store that can't be read shows none.
  const used = await withReader(context, options, async (reader) => success(reader.signingKeys()));
  const others = used.ok ? used.value.filter((key) => key.fingerprint !== fingerprint) : [];
  output.event('signing-key', { fingerprint, storage, path, publicKey: publicKeyPem, others });
  output.print(
    words.fingerprint(fingerprint),
    words.path(path),
    '',
    publicKeyPem.trimEnd(),
    '',
    words.advice,
    ...(others.length === 0 ? [] : ['', words.others]),
    ...others.map((key) => words.other(key.fingerprint, key.storage, formatTime(key.firstUsedAt))),
  );
  return 'done';
}
