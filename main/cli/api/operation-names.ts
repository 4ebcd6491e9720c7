/** What a person may type in place of the name of an operation, and what is said where there is none of that name. Pure. */
import {
  isOperationName,
  type OperationName,
  operationNames,
} from '../../../preload/contract/platform/operations.ts';
import * as words from '../words/api.ts';
import { parametersOf } from './parameters.ts';

/** The operation of this name, in any case. */
function findOperation(text: string): OperationName | null {
  if (isOperationName(text)) return text;
  return operationNames.find((name) => name.toLowerCase() === text.toLowerCase()) ?? null;
}

/**
 * What is wrong, with a name that may have been meant. commander calls an operation a command, and suggests only names
 * that are almost the same.
 */
export function mistakeText(message: string, operation: OperationName | null): string {
  const [, unknown] = /^unknown command '(.*)'$/.exec(message) ?? [];
  if (unknown !== undefined) {
    const part = unknown.toLowerCase();
    return words.unknownOperation(
      unknown,
      operationNames.filter((name) => name.toLowerCase().includes(part)),
    );
  }
  if (operation !== null && /^unknown option '[^']*'$/.test(message)) {
    return words.unknownParameter(
      message,
      operation,
      parametersOf(operation).map(({ option }) => option),
    );
  }
  return message.replace(/^unknown command/, 'unknown operation');
}

/**
 * Arguments of `lading api` as commander knows them: the operation's own spelling, and `--help` where `lading api` is
 * alone, or asked for with `lading help api` or `lading api help`.
 */
export function apiArguments(args: readonly string[]): readonly string[] {
  const [first, second, ...others] = args;
  if (first === 'help' && second === 'api') return apiArguments(['api', ...others, '--help']);
  if (first !== 'api') return args;
  if (second === 'help') return apiArguments(['api', ...others, '--help']);
  if (second === undefined) return ['api', '--help'];
  return ['api', findOperation(second) ?? second, ...others];
}
