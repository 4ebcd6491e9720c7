/** `lading directory`: checks the CSV of a legal hold directory, and synchronizes the directory with it. */

import { resolve } from 'node:path';
import { failure, type Result } from '../../../preload/contract/failures/failure.ts';
import {
  directoryEffectTexts,
  directoryFileText,
  directoryFindingText,
  directoryPlaceText,
  directorySyncText,
  ignoredComparisonTexts,
} from '../../../preload/contract/texts/directory-text.ts';
import { count } from '../../../preload/contract/texts/format-number.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import {
  type DirectoryCheck,
  type DirectoryFinding,
  type DirectorySeverity,
  type DirectorySync,
  directorySeverityOf,
} from '../../../preload/contract/views/directory.ts';
import type { DirectoryCheckOptions } from '../../engine/index.ts';
import { reportCall } from '../api/report-call.ts';
import { type CliContext, reportFailure, requireConnection } from '../cli-context.ts';
import type {
  directoryCheck as directoryCheckCommand,
  directorySync as directorySyncCommand,
} from '../commands/directory.ts';
import type { RunOf } from '../define-command.ts';
import { outcomeOfAnswer, outcomeOfProblems, outcomeOfSync } from '../outcome.ts';
import { canAsk, confirmChange } from '../terminal/confirm.ts';
import { wrapText } from '../terminal/table.ts';
import { usageError } from '../usage-error.ts';
import { directories as words } from '../words/directories.ts';
import { withInterrupt } from './run-upload.ts';

const progressEveryMs = 5_000;
const listedPerSeverity = 20;
const listedPeople = 20;

export const directoryCheck: RunOf<typeof directoryCheckCommand> = async (context, options, file) => {
  return withInterrupt(context, words.stopping, async (signal) => {
    const { checkDirectoryFile } = await import('../../engine/index.ts');
    const csv = { path: resolve(file), profilePath: options.profile ?? null, form: options.form };
    const checked = await reportCheck(context, signal, (check) => checkDirectoryFile(csv, check));
    if (!checked.ok) return reportFailure(context, checked.failure);
    const { errors } = checked.value;
    context.output.print('', errors === 0 ? words.noErrors : words.errors(errors));
    return outcomeOfProblems(errors);
  });
};

export const directorySync: RunOf<typeof directorySyncCommand> = async (context, options, file) => {
  const { output, version } = context;
  const { directoryId } = options;
  const connection = requireConnection(context, options);
  if (!connection.ok) return reportFailure(context, connection.failure);
  return withInterrupt(context, words.stopping, async (signal) => {
    const operation = 'SyncDirectoryCustodians';
    let mayBeDone = false;
    const onSend = () => {
      mayBeDone = true;
    };
    const { checkDirectoryForSync, syncDirectoryFile } = await import('../../engine/index.ts');
    const checked = await reportCheck(context, signal, (check) =>
      checkDirectoryForSync(connection.value, version, resolve(file), check),
    );
    if (!checked.ok) return reportCall(context, checked.failure, { operation, mayBeDone, signal });
    const { path, errors } = checked.value;
    if (errors > 0) return reportFailure(context, failure('directory-csv-invalid', { path, errors }).failure);
    if (!options.yes) {
      if (!canAsk(output)) return reportFailure(context, usageError('sync-confirmation-missing').failure);
      const change = { operation, directoryId, check: checked.value } as const;
      const answer = await confirmChange(output, change, connection.value, signal);
      if (answer !== 'yes') {
        output.print(words.notSynced);
        return outcomeOfAnswer(answer);
      }
    }
    output.print('', words.sending(checked.value.content.bytes));
    const { value: csv } = checked;
    const synced = await syncDirectoryFile(connection.value, version, signal, directoryId, csv, onSend);
    if (!synced.ok) return reportCall(context, synced.failure, { operation, mayBeDone, signal });
    output.event('synced', { ...synced.value });
    output.print('', ...syncLines(synced.value, output.width));
    return outcomeOfSync(synced.value);
  });
};

/** Prints what the check found. */
async function reportCheck(
  { output }: CliContext,
  signal: AbortSignal,
  check: (options: DirectoryCheckOptions) => Promise<Result<DirectoryCheck>>,
): Promise<Result<DirectoryCheck>> {
  let printedMs = performance.now();
  const checked = await check({
    signal,
    onProgress: ({ people }) => {
      if (performance.now() - printedMs < progressEveryMs) return;
      printedMs = performance.now();
      output.print(words.checking(people));
    },
    ...(output.json && {
      onFindings: (findings: readonly DirectoryFinding[]) => {
        for (const found of findings)
          output.event('finding', {
            severity: directorySeverityOf(found),
            ...found,
            message: directoryFindingText(found),
          });
      },
    }),
  });
  if (!checked.ok) return checked;
  const { findings, ignored, ...facts } = checked.value;
  output.event('checked', { ...facts, ignored: ignored.count });
  output.print(...checkLines(checked.value, output.width));
  return checked;
}

function checkLines(check: DirectoryCheck, width: number): string[] {
  const paragraph = (text: string, indent: string) =>
    wrapText(printable(text), width - indent.length).map((line) => `${indent}${line}`);
  const named = (use: DirectoryCheck['columns'][number]['use']) => {
    const names = check.columns.filter((column) => column.use === use).map(({ name }) => `“${name}”`);
    return names.length === 0 ? [] : paragraph(`${words.columns[use]}: ${names.join(', ')}.`, '  ');
  };
  const isSendable = check.errors === 0;
  return [
    ...paragraph(`${check.path}: ${directoryFileText(check)}`, ''),
    ...named('synced'),
    ...named('ignored'),
    ...named('unknown'),
    ...(['error', 'warning', 'note'] as const).flatMap((severity) => findingLines(check, severity, width)),
    ...(isSendable
      ? [
          '',
          check.form === 'base' ? words.effect : words.effectExtended,
          ...directoryEffectTexts(check).flatMap((text) => paragraph(text, '  ')),
        ]
      : []),
  ];
}

function findingLines(check: DirectoryCheck, severity: DirectorySeverity, width: number): string[] {
  const total = { error: check.errors, warning: check.warnings, note: check.notes }[severity];
  if (total === 0) return [];
  const shown = check.findings
    .filter((found) => directorySeverityOf(found) === severity)
    .slice(0, listedPerSeverity);
  const indent = '    ';
  return [
    '',
    `${words.severities[severity]} (${count(total)})`,
    ...shown.flatMap((found) => {
      const place = directoryPlaceText(found);
      return [
        ...(place === null ? [] : [`  ${printable(place)}`]),
        ...wrapText(printable(directoryFindingText(found)), width - indent.length).map(
          (line) => `${place === null ? '  ' : indent}${line}`,
        ),
      ];
    }),
    ...(total > shown.length ? [`  ${words.more(total - shown.length)}`] : []),
  ];
}

function syncLines(sync: DirectorySync, width: number): string[] {
  const { unexpected, missing } = sync.ignored;
  const list = (title: string, people: readonly string[]) =>
    people.length === 0
      ? []
      : [
          title,
          ...people.slice(0, listedPeople).map((person) => `  ${printable(person)}`),
          ...(people.length > listedPeople ? [`  ${words.more(people.length - listedPeople)}`] : []),
        ];
  return [
    ...wrapText(directorySyncText(sync), width),
    ...ignoredComparisonTexts(sync.ignored).flatMap((text) => wrapText(text, width)),
    ...list(words.unexpected, unexpected),
    ...list(
      words.missing,
      missing.map(({ line, userPrincipalName }) => `${userPrincipalName} (line ${line})`),
    ),
  ];
}
