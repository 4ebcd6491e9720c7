import { failure, type Result } from '../../preload/contract/failures/failure.ts';
import type { Answer, Argument, CallName, WindowEvent } from '../../preload/contract/index.ts';
import type { ListName, OperationData, OperationPath } from '../../preload/contract/platform/operations.ts';
import type { SourceView } from '../../preload/contract/views/views.ts';

/** The platform's lists that the window reads, page by page. */
export type WindowList = {
  [Name in ListName]: `platform.${Name}` extends CallName ? Name : never;
}[ListName];

export interface ListTarget<Name extends WindowList> {
  readonly connectionId: string;
  readonly path: OperationPath<Name>;
  readonly query?: Readonly<Record<string, number>>;
}

/** A page of one of the platform's lists. `next` is for the call that fetches the page after it; null on the last. */
export interface RemotePage<Element> {
  readonly elements: readonly Element[];
  readonly next: string | null;
}

/** What the preload exposes on the window. Types come from the contract; main validates every payload. */
export interface Bridge {
  invoke<Name extends CallName>(name: Name, argument: Argument<Name>): Promise<Result<Answer<Name>>>;
  onEvent(listener: (event: WindowEvent) => void): () => void;
  /**
   * Hears of files and folders that a person drops, already as sources: the window can never name a path itself. The listener gets null if
   * main can't be asked. Returns how to stop listening.
   */
  onDrop(listener: (dropped: Result<readonly SourceView[]> | null) => void): () => void;
}

/** The calls for lists, which differ only in what they list. */
interface ListBridge {
  invoke<Name extends WindowList>(
    name: `platform.${Name}`,
    argument: ListTarget<Name> & { readonly next: string | null },
  ): Promise<Result<RemotePage<OperationData<Name>>>>;
}

declare global {
  interface Window {
    readonly lading: Bridge & ListBridge;
  }
}

/** Calls main or the engine. Never rejects: expected failures are values, and a rejection becomes the failure `bug`. */
export async function call<Name extends CallName>(
  name: Name,
  argument: Argument<Name>,
): Promise<Result<Answer<Name>>> {
  try {
    return await window.lading.invoke(name, argument);
  } catch {
    return failure('bug', { where: name });
  }
}

/** `next` is null for the first page. */
export async function callForPage<Name extends WindowList>(
  operation: Name,
  target: ListTarget<Name>,
  next: string | null,
): Promise<Result<RemotePage<OperationData<Name>>>> {
  try {
    return await window.lading.invoke(`platform.${operation}`, {
      ...target,
      query: target.query ?? {},
      next,
    });
  } catch {
    return failure('bug', { where: operation });
  }
}

export function onDrop(listener: (dropped: Result<readonly SourceView[]>) => void): () => void {
  return window.lading.onDrop((dropped) => listener(dropped ?? failure('drop-unreadable')));
}
