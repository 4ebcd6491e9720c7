/** The file in which the service says how it is: another process can't read what only the service knows. */
import { join } from 'node:path';
import { errnoOf } from '../../../preload/contract/errno.ts';
import { replaceTextFile } from '../../engine/store/atomic-file.ts';
import { readInputFile } from '../input-file.ts';
import { type ServiceStatus, serviceStatus, statusFileName } from './health.ts';

/** 500 rules with all that a view has. */
const maxBytes = 20_000_000;

/** Null if there is none that can be read: no service ever ran in this data folder. */
export function readStatusFile(stateDir: string): ServiceStatus | null {
  const read = readInputFile('status', join(stateDir, statusFileName), maxBytes);
  if (!read.ok) return null;
  try {
    const parsed = serviceStatus.safeParse(JSON.parse(read.value.text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** One write at a time. Of several statuses that wait, the last is written. */
export class StatusFile {
  readonly #path: string;
  #next: ServiceStatus | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(stateDir: string) {
    this.#path = join(stateDir, statusFileName);
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
