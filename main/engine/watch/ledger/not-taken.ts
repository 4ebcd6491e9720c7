import { maxNotTakenExamples } from '../../../../preload/contract/watch/not-taken.ts';
import type { NotTakenExamples, ScanCounts } from './scan-messages.ts';

/** What a scan leaves: how many files and folders, and the first of each kind by name. */
export class NotTaken {
  private temporary = 0;
  private unreadable = 0;
  private overdue = 0;
  readonly #overduePaths: string[] = [];
  readonly #temporaryPaths: string[] = [];
  readonly #unreadablePaths: { readonly path: string; readonly errno: string | null }[] = [];

  addTemporary(path: string, isOverdue: boolean): void {
    this.temporary += 1;
    if (isOverdue) this.overdue += 1;
    const paths = isOverdue ? this.#overduePaths : this.#temporaryPaths;
    if (paths.length < maxNotTakenExamples) paths.push(path);
  }

  addUnreadable(path: string, errno: string | null): void {
    this.unreadable += 1;
    if (this.#unreadablePaths.length < maxNotTakenExamples) this.#unreadablePaths.push({ path, errno });
  }

  get counts(): Pick<ScanCounts, 'temporary' | 'overdue' | 'unreadable' | 'examples'> {
    const examples: NotTakenExamples = {
      // What has waited for longest comes first.
      temporary: [...this.#overduePaths, ...this.#temporaryPaths].slice(0, maxNotTakenExamples),
      unreadable: this.#unreadablePaths,
    };
    const { temporary, overdue, unreadable } = this;
    return { temporary, overdue, unreadable, examples };
  }
}
