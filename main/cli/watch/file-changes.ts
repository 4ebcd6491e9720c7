/** Files that people and programs replace while a service runs: its config file and its key file. */
import { watch } from 'chokidar';

/** A file may be written in several steps. */
const settle = { stabilityThreshold: 1_000, pollInterval: 200 };

export interface FileChanges {
  close(): Promise<void>;
}

/**
 * Calls `onChange` once the files are watched, and whenever one of them was changed or replaced and has settled. `onError` gets
 * the system's code, or nothing, where changes can't be noticed.
 */
export function watchFiles(
  paths: readonly string[],
  onChange: () => void,
  onError: (errno: string) => void,
): FileChanges {
  const watcher = watch([...paths], { ignoreInitial: true, awaitWriteFinish: settle });
  watcher.on('ready', onChange).on('add', onChange).on('change', onChange);
  watcher.on('error', (error) =>
    onError(error instanceof Error && 'code' in error ? String(error.code) : ''),
  );
  return { close: () => watcher.close() };
}
