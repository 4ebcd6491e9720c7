/** What `lading api OPERATION --help` says below its options. Pure. */
import { needsConfirmation } from '../../../preload/contract/platform/change-description.ts';
import {
  type Operation,
  type OperationName,
  operations,
} from '../../../preload/contract/platform/operations.ts';
import type { Profile } from '../../engine/index.ts';
import { padToWidth, wrapText } from '../terminal/table.ts';
import { whoMayCall, operationHelp as words } from '../words/api.ts';
import { type BodyField, bodyFields, exampleBody } from './body-fields.ts';
import { parametersOf } from './parameters.ts';

const indent = '  ';

export function operationHelp(name: OperationName, profile: Profile, width: number): string {
  const operation: Operation = operations[name];
  const { method, path, known } = profile.operations[name];
  const facts = [
    whoMayCall(operation.access),
    words.form[operation.form],
    words.request(method, profile.basePath + path, known, profile.name),
    ...(operation.pageSize === null
      ? []
      : [words.pageSize(profile.limits[operation.pageSize], operation.answers === 'list')]),
    ...(parametersOf(name).some(({ isTime }) => isTime) ? [words.times] : []),
    ...(needsConfirmation(name) ? [words.asks] : []),
  ];
  const fields = bodyFields(name, profile);
  return [
    '',
    ...facts.flatMap((fact) => wrapText(fact, width)),
    ...(fields.length === 0 ? [] : ['', words.body, ...fieldLines(fields, width)]),
    '',
    words.example,
    ...exampleCommand(name, profile).map((line) => indent + line),
    '',
  ].join('\n');
}

function fieldLines(fields: readonly BodyField[], width: number): readonly string[] {
  const nameWidth = Math.max(...fields.map(({ name }) => name.length)) + indent.length;
  return fields.flatMap(({ name, description, isRequired }) =>
    wrapText(words.bodyField(description, isRequired), width - indent.length - nameWidth).map(
      (line, at) => indent + padToWidth(at === 0 ? name : '', nameWidth) + line,
    ),
  );
}

/** To copy: what is required, with IDs to replace. */
export function exampleCommand(name: OperationName, profile: Profile): readonly string[] {
  const { body }: Operation = operations[name];
  const parameters = parametersOf(name)
    .filter(({ isRequired }) => isRequired)
    .map((parameter) => `${parameter.option} ${words.exampleValue(parameter)}`);
  const command = ['lading api', name, ...parameters].join(' ');
  if (body === 'csv') return [`${command} --file people.csv`];
  if (body === null) return [command];
  const json = JSON.stringify(exampleBody(name, profile));
  return [`echo '${json}' |`, `${indent}${command} --body -${needsConfirmation(name) ? ' --yes' : ''}`];
}
