/** `lading api`: calls an operation of the table and prints its answer as JSON. */
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Command } from 'commander';
import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import {
  type ChangeDescription,
  isDescribed,
  needsConfirmation,
} from '../../../preload/contract/platform/change-description.ts';
import {
  isListName,
  type ListName,
  type Operation,
  type OperationName,
  operations,
} from '../../../preload/contract/platform/operations.ts';
import { ignoredComparisonTexts } from '../../../preload/contract/texts/directory-text.ts';
import type { Connection, Platform, Profile, RequestOptions, UncheckedInput } from '../../engine/index.ts';
import { operationHelp } from '../api/operation-help.ts';
import { parametersOf } from '../api/parameters.ts';
import { readBody, standardInput } from '../api/read-body.ts';
import { reportCall } from '../api/report-call.ts';
import { type CliContext, reportFailure, requireConnection } from '../cli-context.ts';
import type { ApiOptions } from '../commands/api.ts';
import type { Outcome } from '../exit-code.ts';
import { outcomeOfAnswer, outcomeOfStop, outcomeOfSync } from '../outcome.ts';
import { type Answer, canAsk, confirmChange } from '../terminal/confirm.ts';
import { type CliResult, usageError } from '../usage-error.ts';
import * as words from '../words/api.ts';
import { listenForInterrupt } from './interrupt.ts';

/** How long a platform that doesn't answer, or is busy, is asked again. */
const giveUpAfterMs = 60_000;

type Input = UncheckedInput & Required<Pick<UncheckedInput, 'path' | 'query'>>;

/** What every way of calling an operation needs. */
interface Call {
  readonly context: CliContext;
  readonly connection: Connection;
  readonly input: Input;
  readonly options: ApiOptions;
  readonly signal: AbortSignal;
  readonly mustAsk: boolean;
  /** Called before the operation is sent. */
  readonly onSend: () => void;
}

export async function api(
  context: CliContext,
  operation: OperationName,
  options: ApiOptions,
  command: Command,
): Promise<Outcome> {
  if (options.help) return showHelp(context, operation, options, command);
  const input = await readInput(operation, options);
  if (!input.ok) return reportFailure(context, input.failure);
  const connection = requireConnection(context, options);
  if (!connection.ok) return reportFailure(context, connection.failure);
  const mustAsk = needsConfirmation(operation) && !options.yes;
  // A question has to say what will change.
  const canSay = isDescribed(operation) || operation === 'SyncDirectoryCustodians';
  // Standard input that had the body has no answer left.
  const canAnswer = canAsk(context.output) && options.body !== standardInput;
  if (mustAsk && !(canSay && canAnswer))
    return reportFailure(context, usageError('change-unconfirmed', { operation }).failure);
  let isSent = false;
  const onSend = () => {
    isSent = true;
  };
  const mayBeDone = () => isSent && operations[operation].effect !== 'read';
  const stopped = () => outcomeOfStop({ hasBegun: mayBeDone() });
  const interrupt = listenForInterrupt(() => {}, stopped);
  try {
    const { signal } = interrupt;
    const given = { context, connection: connection.value, input: input.value, options };
    const call = { ...given, signal, mustAsk, onSend };
    const done =
      operation === 'SyncDirectoryCustodians'
        ? await syncCustodians(operation, call)
        : await callOperation(operation, call);
    if (!done.ok) return reportCall(context, done.failure, { operation, mayBeDone: mayBeDone(), signal });
    return done.value;
  } finally {
    interrupt.dispose();
  }
}

async function callOperation(operation: OperationName, call: Call): Promise<Result<Outcome>> {
  const { context, connection, input, options, signal, mustAsk, onSend } = call;
  const { describeChange, withPlatform } = await import('../../engine/index.ts');
  return withPlatform(connection, context.version, signal, async (platform) => {
    const passwords = passwordsIn(operation, input.body, platform.profile);
    const request: RequestOptions = { signal, giveUpAfterMs, passwords };
    // The question may stay on the terminal for long: if what it says isn't so any more, it is asked again.
    for (let accepted: ChangeDescription | null = null; mustAsk && isDescribed(operation); ) {
      const change = await describeChange(platform, operation, input, request);
      if (!change.ok) return change;
      if (accepted !== null && isDeepStrictEqual(accepted, change.value)) break;
      const answer = await askAbout(call, change.value);
      if (answer !== 'yes') return success(outcomeOfAnswer(answer));
      accepted = change.value;
    }
    onSend();
    return options.all && isListName(operation)
      ? printAll(context, platform, operation, input, request)
      : printAnswer(context, platform, operation, input, request);
  });
}

/** What the platform's messages must not repeat. */
function passwordsIn(operation: OperationName, body: unknown, { fields }: Profile): readonly string[] {
  if (operation !== 'PostDatasetFile') return [];
  const passwords: unknown = Reflect.get(Object(body), fields.sourceFile.passwords.name);
  return Array.isArray(passwords) ? passwords.filter((password) => typeof password === 'string') : [];
}

/** Its body is a CSV, which is checked before anything is sent. */
async function syncCustodians(operation: 'SyncDirectoryCustodians', call: Call): Promise<Result<Outcome>> {
  const { context, connection, input, options, signal, mustAsk, onSend } = call;
  const { checkDirectoryForSync, syncDirectoryFile } = await import('../../engine/index.ts');
  const { directoryId } = operations[operation].path.parse(input.path);
  const path = resolve(options.file ?? '');
  const check = await checkDirectoryForSync(connection, context.version, path, { signal });
  if (!check.ok) return check;
  const { errors } = check.value;
  if (errors > 0) return failure('directory-csv-invalid', { path, errors });
  const change = { operation, directoryId, check: check.value };
  const answer = mustAsk ? await askAbout(call, change) : 'yes';
  if (answer !== 'yes') return success(outcomeOfAnswer(answer));
  const { value: checked } = check;
  const synced = await syncDirectoryFile(connection, context.version, signal, directoryId, checked, onSend);
  if (!synced.ok) return synced;
  const { ignored } = synced.value;
  await context.output.data({ custodians: ignored.reported }, { operation }, 'indented');
  const outcome = outcomeOfSync(synced.value);
  if (outcome !== 'done') context.output.warn(ignoredComparisonTexts(ignored).join(' '));
  return success(outcome);
}

async function showHelp(
  context: CliContext,
  operation: OperationName,
  options: ApiOptions,
  command: Command,
): Promise<Outcome> {
  const { output } = context;
  const { loadProfile } = await import('../../engine/index.ts');
  const profile = await loadProfile(options.profile);
  if (!profile.ok) return reportFailure(context, profile.failure);
  output.help(command.helpInformation() + operationHelp(operation, profile.value, output.width));
  return 'done';
}

/** Everything that can be checked before the platform is asked. */
async function readInput(operation: OperationName, options: ApiOptions): Promise<CliResult<Input>> {
  if (options.form === 'base' && operations[operation].form === 'extended')
    return usageError('operation-extended', { operation });
  const values: Record<'path' | 'query' | 'page', Record<string, unknown>> = {
    path: {},
    query: {},
    page: {},
  };
  const missing: string[] = [];
  for (const { name, option, place, isRequired } of parametersOf(operation)) {
    if (options[name] !== undefined) values[place][name] = options[name];
    else if (isRequired) missing.push(option);
  }
  const { body }: Operation = operations[operation];
  if (body === 'csv' && options.file === undefined) missing.push('--file');
  if (body !== null && body !== 'csv' && options.body === undefined) missing.push('--body');
  if (missing.length > 0) return usageError('parameters-missing', { operation, missing });
  const { path, query, page } = values;
  const input = { path, query, ...page };
  if (options.body === undefined) return success(input);
  const read = await readBody(operation, options.body, process.stdin);
  return read.ok ? success({ ...input, body: read.value }) : read;
}

async function askAbout(
  { context: { output }, connection, signal }: Call,
  change: ChangeDescription,
): Promise<Answer> {
  const answer = await confirmChange(output, change, connection, signal);
  if (answer !== 'yes') output.note(words.notices.unchanged);
  return answer;
}

async function printAll(
  { output }: CliContext,
  platform: Platform,
  operation: ListName,
  input: Input,
  request: RequestOptions,
): Promise<Result<Outcome>> {
  for await (const page of platform.rawPages(operation, input, request)) {
    if (!page.ok) return page;
    for (const element of page.value) await output.data(element, { operation }, 'line');
  }
  return success('done');
}

async function printAnswer(
  { output }: CliContext,
  platform: Platform,
  operation: OperationName,
  input: Input,
  request: RequestOptions,
): Promise<Result<Outcome>> {
  const answer = await platform.call(operation, input, request);
  if (!answer.ok) return answer;
  if (answer.value.kind === 'record') {
    const { answers }: Operation = operations[operation];
    const data = answers === 'done' ? withoutEnvelope(answer.value.data) : answer.value.data;
    if (data === null) output.note(words.notices.done);
    else await output.data(data, { operation }, 'indented');
    return success('done');
  }
  const { elements, next } = answer.value;
  await output.data(elements, { operation, more: next !== null }, 'indented');
  if (next !== null) output.note(words.notices.more);
  return success('done');
}

/** What such an operation answers isn't documented: often nothing, or a record in the usual envelope. */
function withoutEnvelope(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer;
}
