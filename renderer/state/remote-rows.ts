import { type Failure, failure, type Result, success } from '../../preload/contract/failures/failure.ts';
import type { OperationData, OperationName } from '../../preload/contract/platform/operations.ts';
import { callForPage, type ListTarget, type RemotePage, type WindowList } from './bridge.ts';

export interface RemoteSource<Element> {
  readonly operation: OperationName;
  /** `next` is null for the first page. */
  readonly fetchPage: (next: string | null) => Promise<Result<RemotePage<Element>>>;
}

export interface RemoteRows<Element> {
  readonly elements: readonly Element[];
  /** Whether the last page has arrived. */
  readonly isComplete: boolean;
  /** Why no more pages arrive. What arrived before is kept. */
  readonly failure: Failure | null;
}

export function listSource<Name extends WindowList>(
  operation: Name,
  target: ListTarget<Name>,
): RemoteSource<OperationData<Name>> {
  return { operation, fetchPage: (next) => callForPage(operation, target, next) };
}

/** As many as the engine follows on its own. */
const maxPages = 10_000;

/** Yields the list as it grows, page by page. Ends with a complete list or a failure. */
export async function* remoteRows<Element>({
  operation,
  fetchPage,
}: RemoteSource<Element>): AsyncGenerator<RemoteRows<Element>, void, undefined> {
  let elements: readonly Element[] = [];
  const seen = new Set<string | null>();
  let next: string | null = null;
  do {
    seen.add(next);
    const page: Result<RemotePage<Element>> = await fetchPage(next);
    if (!page.ok) return yield { elements, isComplete: false, failure: page.failure };
    elements = [...elements, ...page.value.elements];
    next = page.value.next;
    yield { elements, isComplete: next === null, failure: null };
  } while (next !== null && !seen.has(next) && seen.size < maxPages);
  if (next === null) return;
  const problem = seen.has(next) ? 'circle' : 'endless';
  const { failure: endless } = failure('unexpected-answer', {
    operation,
    reason: { kind: 'bad-page-link', problem },
  });
  yield { elements, isComplete: false, failure: endless };
}

/** The lists of several owners, one after the other, as one list. Returns null without owners. */
export function chainedSource<Owner, Element>(
  operation: OperationName,
  owners: readonly Owner[],
  fetchPage: (owner: Owner, next: string | null) => Promise<Result<RemotePage<Element>>>,
): RemoteSource<Element> | null {
  if (owners.length === 0) return null;
  return {
    operation,
    fetchPage: async (at) => {
      const [, index = '0', link = ''] = /^(\d+) (.*)$/s.exec(at ?? '') ?? [];
      const owner = owners[Number(index)];
      if (owner === undefined) return success({ elements: [], next: null });
      const page = await fetchPage(owner, link === '' ? null : link);
      if (!page.ok) return page;
      const { elements, next } = page.value;
      const following = Number(index) + 1;
      if (next !== null) return success({ elements, next: `${index} ${next}` });
      return success({ elements, next: following < owners.length ? `${following} ` : null });
    },
  };
}
