/** A process that kills itself at a write to the store: at the same point in every run, however busy the computer is. */
import type { Repositories } from '../../main/engine/store/repositories.ts';
import type { EngineContext } from '../../main/engine/uploads/context/engine-context.ts';

/** A repository and one of its functions. */
type Write = {
  [Name in keyof Repositories]: `${Name}.${Extract<keyof Repositories[Name], string>}`;
}[keyof Repositories];

export interface KillPoint {
  readonly write: Write;
  /** How often it is called by then, from 1. */
  readonly call: number;
  /** Before the transaction with the write is on the disk, or after. */
  readonly when: 'before' | 'after';
}

/** Before and after each of these writes. */
export function pointsAt(writes: readonly (readonly [Write, call?: number])[]): readonly KillPoint[] {
  return writes.flatMap(([write, call = 1]) => [
    { write, call, when: 'before' } as const,
    { write, call, when: 'after' } as const,
  ]);
}

export function killAt(
  { store: { writes }, repositories }: Pick<EngineContext, 'store' | 'repositories'>,
  { write, call, when }: KillPoint,
): void {
  const [name = '', method = ''] = write.split('.');
  const repository: unknown = Reflect.get(repositories, name);
  if (typeof repository !== 'object' || repository === null) throw new Error(`There is no ${name}`);
  const original: unknown = Reflect.get(repository, method);
  if (typeof original !== 'function') throw new Error(`There is no ${write}`);
  let calls = 0;
  Reflect.set(repository, method, (...given: readonly unknown[]): unknown => {
    calls += 1;
    return Reflect.apply(original, repository, given);
  });
  const die = (at: KillPoint['when']): void => {
    if (at === when && calls >= call) process.kill(process.pid, 'SIGKILL');
  };
  const transaction = writes.transaction.bind(writes);
  writes.transaction = (work) => {
    const done = transaction(() => {
      const value = work();
      die('before');
      return value;
    });
    die('after');
    return done;
  };
}
