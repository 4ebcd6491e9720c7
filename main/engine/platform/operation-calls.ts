import { z } from 'zod';
import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import {
  type ChangeName,
  type EntityName,
  isListName,
  type ListName,
  type OperationBody,
  type OperationData,
  type OperationName,
  type OperationPath,
  type OperationQuery,
  operations,
} from '../../../preload/contract/platform/operations.ts';
import type { ApiClient } from './api-client.ts';
import { entityOf } from './envelopes.ts';
import { checkInput, type UncheckedInput } from './operation-input.ts';
import type { Profile } from './profile.ts';
import type { ListPage, RequestOptions } from './request-options.ts';

export interface ReadInput<Name extends OperationName> {
  readonly path: OperationPath<Name>;
  readonly query: OperationQuery<Name>;
  /** The element after which a list starts. */
  readonly after?: number | undefined;
  /** Elements per page. Default: the profile's maximum for a list; `call` asks for the profile's default. */
  readonly limit?: number | undefined;
}

export interface PageInput<Name extends ListName> extends ReadInput<Name> {
  /** What the page before said is next, or null for the first page. */
  readonly next: string | null;
}

export interface ChangeInput<Name extends ChangeName> {
  readonly path: OperationPath<Name>;
  readonly body: OperationBody<Name>;
}

/** One page of a list, or a record. */
export type OperationAnswer =
  | ({ readonly kind: 'page' } & ListPage<unknown>)
  | { readonly kind: 'record'; readonly data: unknown };

/**
 * Every operation of the table. Inputs are checked before they are sent; they fail with parameter-missing or
 * parameter-invalid. Requests are interactive unless the options say otherwise.
 */
export interface OperationCalls {
  read<Name extends EntityName>(
    name: Name,
    input: ReadInput<Name>,
    options?: RequestOptions,
  ): Promise<Result<OperationData<Name>>>;
  page<Name extends ListName>(
    name: Name,
    input: PageInput<Name>,
    options?: RequestOptions,
  ): Promise<Result<ListPage<OperationData<Name>>>>;
  /** Ends after a failure. */
  pages<Name extends ListName>(
    name: Name,
    input: ReadInput<Name>,
    options?: RequestOptions,
  ): AsyncIterable<Result<readonly OperationData<Name>[]>>;
  /** Every element of a list that fits in memory. */
  all<Name extends ListName>(
    name: Name,
    input: ReadInput<Name>,
    options?: RequestOptions,
  ): Promise<Result<readonly OperationData<Name>[]>>;
  /** Where an answer isn't documented, it is what the platform said, or null. */
  change<Name extends ChangeName>(
    name: Name,
    input: ChangeInput<Name>,
    options?: RequestOptions,
  ): Promise<Result<OperationData<Name>>>;
  /** As the platform wrote them: no element is checked. Ends after a failure. */
  rawPages(
    name: ListName,
    input: UncheckedInput,
    options?: RequestOptions,
  ): AsyncIterable<Result<readonly unknown[]>>;
  /**
   * Any operation, by a name and with an input that come from a person. A list gives one page, of the profile's default size
   * unless the input says another. The answer's data is as the platform wrote it.
   */
  call(
    name: OperationName,
    input: UncheckedInput & { readonly next?: string | null },
    options?: RequestOptions,
  ): Promise<Result<OperationAnswer>>;
}

/** The table in a form in which the type of the data follows from the operation's name. */
const schemas: {
  readonly [Name in OperationName]: { readonly data: z.ZodType<OperationData<Name>> };
} = operations;

const anyElement = z.unknown();
const anyRecord = z.unknown().refine((data) => data !== null && data !== undefined);

export function operationCalls({ limits, fields }: Profile, client: ApiClient): OperationCalls {
  async function record<T>(
    name: OperationName,
    data: z.ZodType<T>,
    input: UncheckedInput,
    options: RequestOptions = {},
  ): Promise<Result<T>> {
    const checked = checkInput(name, input, limits);
    if (!checked.ok) return checked;
    const { params, query, body, limit } = checked.value;
    const { answers, effect } = operations[name];
    const call = {
      priority: 'interactive' as const,
      ...options,
      params,
      query: { ...query, limit },
      body,
      isChange: effect !== 'read',
    };
    if (answers === 'done') {
      let mayBeRemoved = false;
      const done = await client.request(name, data, {
        ...call,
        anyBody: true,
        // What an attempt without an answer removed can't be found any more, and neither can what was never there.
        alreadyDone: ({ status, mayBeDone }) => {
          mayBeRemoved = effect === 'destroy' && mayBeDone && status === 404;
          return null;
        },
      });
      if (done.ok || !mayBeRemoved || done.failure.code !== 'not-found') return done;
      const { operation, status, platformMessage } = done.failure;
      return failure('removal-unknown', { operation, status, platformMessage });
    }
    const answer = await client.request(name, entityOf(data), call);
    return answer.ok ? success(answer.value.data) : answer;
  }

  const listOptions = (name: OperationName, input: UncheckedInput, options: RequestOptions) => {
    const checked = checkInput(name, input, limits);
    if (!checked.ok) return checked;
    const { params, query, limit } = checked.value;
    return success({
      priority: 'interactive' as const,
      ...options,
      params,
      query,
      ...(limit === undefined ? {} : { limit }),
      ...(name === 'GetSourceFileParts' ? { cursorField: fields.part.partNumber.name } : {}),
    });
  };

  async function page<T>(
    name: ListName,
    element: z.ZodType<T>,
    { next = null, ...input }: UncheckedInput & { readonly next?: string | null },
    options: RequestOptions = {},
  ): Promise<Result<ListPage<T>>> {
    const list = listOptions(name, input, options);
    return list.ok ? client.page(name, element, { ...list.value, next }) : list;
  }

  async function* pages<T>(
    name: ListName,
    element: z.ZodType<T>,
    input: UncheckedInput,
    options: RequestOptions = {},
  ): AsyncIterable<Result<readonly T[]>> {
    const list = listOptions(name, input, options);
    if (list.ok) yield* client.pages(name, element, list.value);
    else yield list;
  }

  return {
    read: (name, input, options) => record(name, schemas[name].data, input, options),
    change: (name, input, options) => record(name, schemas[name].data, input, options),
    page: (name, input, options) => page(name, schemas[name].data, input, options),
    pages: (name, input, options) => pages(name, schemas[name].data, input, options),
    rawPages: (name, input, options) => pages(name, anyElement, input, options),
    async all<Name extends ListName>(name: Name, input: ReadInput<Name>, options?: RequestOptions) {
      const found: OperationData<Name>[] = [];
      for await (const one of pages(name, schemas[name].data, input, options)) {
        if (!one.ok) return one;
        // A page may have more elements than a call takes arguments.
        for (const element of one.value) found.push(element);
      }
      return success(found);
    },
    async call(name, { next = null, ...given }, options) {
      const { pageSize } = operations[name];
      const input = pageSize === null ? given : { limit: limits[pageSize].default, ...given };
      if (isListName(name)) {
        const found = await page(name, anyElement, { ...input, next }, options);
        return found.ok ? success({ kind: 'page', ...found.value }) : found;
      }
      const data = operations[name].answers === 'done' ? anyElement : anyRecord;
      const found = await record(name, data, input, options);
      return found.ok ? success({ kind: 'record', data: found.value }) : found;
    },
  };
}
