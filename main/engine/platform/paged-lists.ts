import type { z } from 'zod';
import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { type OperationName, operations } from '../../../preload/contract/platform/operations.ts';
import type { AnswerSize, ListLimits } from './answer-limits.ts';
import { pageOf } from './envelopes.ts';
import { isSameOrigin, readPage } from './next-page.ts';
import { operationUrl } from './operation-url.ts';
import type { Profile } from './profile.ts';
import type { CallOptions, ListOptions, ListPage, PageOptions } from './request-options.ts';

export interface PagedLists {
  page<T>(operation: OperationName, entity: z.ZodType<T>, options: PageOptions): Promise<Result<ListPage<T>>>;
  /** Ends after a failure. */
  pages<T>(
    operation: OperationName,
    entity: z.ZodType<T>,
    options: ListOptions,
  ): AsyncIterable<Result<readonly T[]>>;
}

interface PagedListsOptions {
  readonly baseUrl: URL;
  readonly profile: Profile;
  readonly limits: ListLimits;
  readonly requestAt: <T>(
    operation: OperationName,
    url: URL,
    schema: z.ZodType<T>,
    options: CallOptions,
  ) => Promise<Result<T>>;
}

/** Lists of any operation, page by page (platform-interface 2.1 and 4). */
export function pagedLists({ baseUrl, profile, limits, requestAt }: PagedListsOptions): PagedLists {
  /** The URL of a list's first page, and how to read a page of it. */
  const listOf = <T>(operation: OperationName, entity: z.ZodType<T>, list: ListOptions) => {
    const { pageSize, cursor } = operations[operation];
    const limit = list.limit ?? profile.limits[pageSize ?? 'pageSize'].max;
    const parameter = cursor ?? 'after';
    const field = list.cursorField ?? (parameter === 'begin' ? 'timestamp' : 'id');
    const schema = pageOf(entity);
    return {
      first: operationUrl(baseUrl, profile, operation, list.params ?? {}, { ...list.query, limit }),
      pageAt: async (url: URL, onAnswer?: (size: AnswerSize) => void) => {
        const answer = await requestAt(operation, url, schema, {
          ...list,
          ...(onAnswer === undefined ? {} : { onAnswer }),
        });
        return answer.ok ? success(readPage(answer.value, url, limit, { parameter, field })) : answer;
      },
    };
  };

  return {
    async page(operation, entity, { next: given = null, ...list }) {
      const { first, pageAt } = listOf(operation, entity, list);
      if (!first.ok) return first;
      const url = given === null ? first.value : URL.parse(given);
      if (url === null || !isSameOrigin(first.value, url))
        return failure('parameter-invalid', {
          operation,
          parameter: 'next',
          problem: 'not an address of this platform',
        });
      const page = await pageAt(url);
      if (!page.ok) return page;
      const { elements, next } = page.value;
      if (next.kind === 'refused') return badPageLink(operation, next.problem);
      if (next.kind === 'end') return success({ elements, next: null });
      return next.url.href === url.href
        ? badPageLink(operation, 'circle')
        : success({ elements, next: next.url.href });
    },
    async *pages(operation, entity, list) {
      const { first, pageAt } = listOf(operation, entity, list);
      if (!first.ok) {
        yield first;
        return;
      }
      const seen = new Set<string>();
      let url = first.value;
      const spent = { status: 200, characters: 0, values: 0 };
      const spend = ({ status, characters, values }: AnswerSize): void => {
        spent.status = status;
        spent.characters += characters;
        spent.values += values;
      };
      for (;;) {
        seen.add(url.href);
        const page = await pageAt(url, spend);
        if (!page.ok) {
          yield page;
          return;
        }
        if (spent.characters > limits.characters || spent.values > limits.values) {
          yield failure('unexpected-answer', {
            operation,
            reason: { kind: 'unreadable', status: spent.status, host: baseUrl.host, problem: 'too-long' },
          });
          return;
        }
        const { elements, next } = page.value;
        yield success(elements);
        if (next.kind === 'end') return;
        const isEndless = seen.size >= limits.pages;
        if (next.kind === 'refused' || isEndless || seen.has(next.url.href)) {
          yield badPageLink(
            operation,
            next.kind === 'refused' ? next.problem : isEndless ? 'endless' : 'circle',
          );
          return;
        }
        url = next.url;
      }
    },
  };
}

function badPageLink(operation: OperationName, problem: 'malformed' | 'other-server' | 'circle' | 'endless') {
  return failure('unexpected-answer', { operation, reason: { kind: 'bad-page-link', problem } });
}
