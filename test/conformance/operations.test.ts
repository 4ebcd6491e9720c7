/** Every numbered operation with every role's key, in both forms, through the engine's client (platform-interface 4.2). */
import { describe, expect, test } from 'vitest';
import { operationNames, operations as table } from '../../preload/contract/platform/operations.ts';
import { codeOf } from '../fixtures/result.ts';
import { expectedOutcome, readAccess } from './access.ts';
import { covers } from './covers.ts';
import { callOf, numberedCalls } from './operation-calls.ts';
import { roles, sandboxForTests } from './sandbox-platform.ts';
import { readSpecification } from './specification.ts';

const { operations } = readSpecification();
const numbered = operations.filter(({ access }) => access !== '');

describe.each(['base', 'extended'] as const)('%s form', (form) => {
  const platforms = sandboxForTests({ form });

  for (const operation of numbered) {
    const { id, extended, response } = operation;
    const { name, input, prepare } = callOf(id);

    if (extended && form === 'base') {
      test(`${name} is unknown`, async () => {
        covers(id);
        for (const role of roles) {
          const answer = await platforms().as(role).call(name, input);
          expect([role, codeOf(answer)]).toEqual([role, role === 'revoked' ? 'key-refused' : 'not-found']);
        }
      });
      continue;
    }

    test(`${name} is open to the keys of the Access column and no others`, async () => {
      covers(id);
      const needed = readAccess(operation, operations);
      for (const role of roles) {
        await prepare?.(platforms().as('admin'));
        const answer = await platforms().as(role).call(name, input);
        expect([role, codeOf(answer)]).toEqual([role, expectedOutcome(needed, role, form)]);
        if (answer.ok)
          expect(answer.value.kind).toBe(/^[\w ]+\[\]|^array of/.test(response) ? 'page' : 'record');
      }
    });
  }
});

test('the client calls the numbered operations, uploads, directories, and the two that are only named', () => {
  covers('rule 1.4');
  expect(Object.keys(numberedCalls)).toEqual(numbered.map(({ id }) => id.replace('operation ', '')));
  for (const { id, extended } of numbered)
    expect([id, table[callOf(id).name].form]).toEqual([id, extended ? 'extended' : 'base']);
  const calls = Object.values(numberedCalls).map(({ name }) => name);
  expect(operationNames.filter((name) => !calls.includes(name))).toEqual([
    'PostDatabaseDataset',
    'PostDatasetFile',
    'PostSourceFilePart',
    'GetSourceFileParts',
    'PostSourceFile',
    'SyncDirectoryCustodians',
    'GetProjectUsers',
    'GetProjectUser',
  ]);
});
