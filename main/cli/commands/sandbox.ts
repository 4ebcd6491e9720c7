import { join, resolve } from 'node:path';
import { failure } from '../../../preload/contract/failure.ts';
import { makePrivateDir, resolveStateDir } from '../../app/state-dir.ts';
import { type CliContext, formatCommand, reportFailure } from '../cli-context.ts';
import type { ExitCode } from '../exit-code.ts';
import { type CommonOptions, checkReadable } from '../options.ts';
import { withInterrupt } from '../run-upload.ts';

export interface SandboxCommandOptions extends CommonOptions {
  readonly port: number;
  readonly data?: string;
  readonly faults?: string;
}

/** Runs until Ctrl-C. The port stays the same from run to run: an upload begun yesterday finds its server again. */
export async function sandbox(context: CliContext, options: SandboxCommandOptions): Promise<ExitCode> {
  const { output, env } = context;
  const dataDir = makePrivateDir(
    resolve(options.data ?? join(resolveStateDir(options.state, env), 'sandbox')),
  );
  if (!dataDir.ok) return reportFailure(context, dataDir.failure);
  if (options.faults !== undefined) {
    const readable = checkReadable(options.faults, 'faults file');
    if (!readable.ok) return reportFailure(context, readable.failure);
  }
  const { tryStartSandbox } = await import('../../sandbox/index.ts');
  return withInterrupt(context, 'Stopping the sandbox.', async (signal) => {
    const started = await tryStartSandbox({
      dataDir: dataDir.value,
      port: options.port,
      ...(options.faults === undefined ? {} : { faultsFile: resolve(options.faults) }),
    });
    if (!started.ok) return reportFailure(context, started.failure);
    const { url, apiKey, databaseId, organizationId } = started.value;
    context.secrets.add(apiKey);
    output.event('sandbox', { url, apiKey, databaseId, organizationId, data: dataDir.value });
    const words = [
      'upload',
      'FOLDER',
      '--server',
      url,
      '--database',
      String(databaseId),
      '--dataset',
      'Practice',
    ];
    output.print(
      'The sandbox is running: the platform on this computer, for practice. It sends nothing anywhere.',
      '',
      `  Server     ${url}`,
      `  Page       ${url}/  (what arrived)`,
      `  API key    ${apiKey}`,
      `  Database   ${databaseId}`,
      `  Data       ${dataDir.value}`,
      '',
      'Try, in another terminal:',
      '',
      `  ${tryOut(apiKey, formatCommand(env, ...words))}`,
      '',
      'Ctrl-C stops it. What was uploaded stays.',
    );
    await Promise.race([untilAborted(signal), started.value.exited]);
    if (!signal.aborted) {
      const message = `The sandbox ended by itself. What was uploaded is in ${dataDir.value}; start it again.`;
      return reportFailure(context, failure('unreachable', message).failure);
    }
    await started.value.stop();
    return 0;
  });
}

function tryOut(apiKey: string, command: string): string {
  return process.platform === 'win32'
    ? `set LADING_API_KEY=${apiKey}&& ${command}`
    : `LADING_API_KEY=${apiKey} ${command}`;
}

function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => resolve(), { once: true });
  return promise;
}
