import { execFile } from 'node:child_process';
import type { CliContext } from '../cli-context.ts';
import { service as words } from '../words/watch.ts';

/**
 * Tells systemd that the service has started, if it asks for that (Type=notify): until then, a start has failed if the process
 * ends, and a reload would only end it. Node can't write to systemd's socket.
 */
export function notifySystemd({ env, output }: Pick<CliContext, 'env' | 'output'>): void {
  const { NOTIFY_SOCKET, PATH } = env;
  if (NOTIFY_SOCKET === undefined) return;
  execFile('systemd-notify', ['--ready'], { env: { NOTIFY_SOCKET, PATH } }, (error) => {
    if (error !== null) output.warn(words.notNotified(error.message));
  });
}
