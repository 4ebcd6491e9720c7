/** The file in which the service says how it is: another process can't read what only the service knows. */
import { join } from 'node:path';
import { errnoOf } from '../../../preload/contract/failures/errno.ts';
import { success } from '../../../preload/contract/failures/failure.ts';
import type { BandwidthPlan } from '../../../preload/contract/views/bandwidth-schedule.ts';
import { replaceTextFile } from '../../engine/store/files/atomic-file.ts';
import { watchStatusName } from '../../engine/store/files/own-names.ts';
import { readInputFile } from '../input-file.ts';
import { type CliResult, usageError } from '../usage-error.ts';
import { type ServiceStatus, serviceStatus } from './health.ts';

/** 500 rules with all that a view has. */
const maxBytes = 20_000_000;

/** Returns null if no service ever ran in this data folder. Fails as `readInputFile`, and with status-unknown for another version's. */
export function readStatusFile(stateDir: string): CliResult<ServiceStatus | null> {
  const path = join(stateDir, watchStatusName);
  const read = readInputFile('status', path, maxBytes);
  if (!read.ok) return read.failure.code === 'file-missing' ? success(null) : read;
  try {
    return success(serviceStatus.parse(JSON.parse(read.value.text)));
  } catch {
    return usageError('status-unknown', { path });
  }
}

/** The limits of the service that has this process ID. Null if none has. */
export function serviceLimits(stateDir: string, pid: number | undefined): BandwidthPlan | null {
  const read = readStatusFile(stateDir);
  return read.ok && read.value?.state === 'running' && read.value.pid === pid ? read.value.limits : null;
}

/** One write at a time. If several statuses wait, the last is written. */
export class StatusFile {
  readonly #path: string;
  #next: ServiceStatus | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(stateDir: string) {
    this.#path = join(stateDir, watchStatusName);
  }

  /** A disk that is full must not end the service: an old status is the sign of it. */
  write(status: ServiceStatus): Promise<void> {
    const isQueued = this.#next !== null;
    this.#next = status;
    if (!isQueued)
      this.#writing = this.#writing.then(async () => {
        const next = this.#next;
        this.#next = null;
        if (next !== null) await replaceTextFile(this.#path, JSON.stringify(next));
      });
    return this.#writing;
  }
}

/** Also true for a process of another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) === 'EPERM';
  }
}
