/** The fields of an operation's body, and an example of it. From the table of operations; those of uploads from the profile. */
import { z } from 'zod';
import {
  databasePermissions,
  type Operation,
  type OperationName,
  operations,
  organizationPermissions,
} from '../../../preload/contract/platform/operations.ts';
import type { Profile } from '../../engine/index.ts';
import { bodyWords } from '../words/api.ts';

export interface BodyField {
  /** `users[].email` */
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
}

/** Values of fields that only their name explains. */
const samples: Readonly<Record<string, unknown>> = {
  email: 'jane.roe@example.com',
  firstName: 'Jane',
  lastName: 'Roe',
  abbreviation: 'JR',
  label: 'Jane Roe',
  organizationPermissions: ['LEGAL_HOLD_ADMIN'],
  databasePermissions: ['DB_UPLOAD'],
};

const documentedValues: Readonly<Record<string, readonly string[]>> = {
  permissions: organizationPermissions,
  organizationPermissions,
  databasePermissions,
};

type JsonSchema = z.core.JSONSchema.BaseSchema;

export function bodyFields(name: OperationName, profile: Profile): readonly BodyField[] {
  const named = profileFields(name, profile);
  if (named !== null) return named;
  const { body }: Operation = operations[name];
  return body instanceof z.ZodType ? fieldsOf(z.toJSONSchema(body, { io: 'input' }), '') : [];
}

/** Bodies whose fields have the profile's names: platform-interface 4.1 doesn't show them all. */
function profileFields(name: OperationName, profile: Profile): readonly BodyField[] | null {
  const { dataset, sourceFile, completion } = profile.fields;
  const field = ({ name: own }: { readonly name: string }, description: string, isRequired = false) => ({
    name: own,
    description,
    isRequired,
  });
  const { uploads } = bodyWords;
  switch (name) {
    case 'PostDatabaseDataset':
      return [
        field(dataset.name, uploads.datasetName, true),
        field(dataset.description, uploads.description),
        ...profile.datasetSettings.map(({ field: own, label, options, form }) =>
          field({ name: own }, bodyWords.setting(label, options ?? [], form)),
        ),
      ];
    case 'PostDatasetFile':
      return [
        field(sourceFile.filename, uploads.filename, true),
        field(sourceFile.custodian, uploads.custodian),
        field(sourceFile.passwords, uploads.passwords),
        field(sourceFile.childCustodians, uploads.childCustodians),
        field(sourceFile.directLink, uploads.directLink),
      ];
    case 'PostSourceFile':
      return [field(completion.etags, uploads.etags, true), field(completion.sha1, uploads.sha1)];
    default:
      return null;
  }
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema, prefix: string): readonly BodyField[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    if (typeof field === 'boolean') return [];
    const element = elementOf(field);
    return [
      {
        name: prefix + name,
        description: describe(field, documentedValues[name] ?? []),
        isRequired: required.includes(name),
      },
      ...(element === null ? [] : fieldsOf(element, `${prefix}${name}[].`)),
    ];
  });
}

function describe(field: JsonSchema, values: readonly string[]): string {
  const element = elementOf(field);
  if (element === null) return bodyWords.text(field.minLength ?? 0, field.maxLength ?? null);
  const what = element.type === 'object' ? bodyWords.objects : bodyWords.texts;
  return bodyWords.list(what, field.minItems ?? 0, field.maxItems ?? null, values);
}

function elementOf({ type, items }: JsonSchema): JsonSchema | null {
  return type === 'array' && typeof items === 'object' && !Array.isArray(items) ? items : null;
}

/** A body that the operation takes, or null where it takes none. */
export function exampleBody(name: OperationName, profile: Profile): unknown {
  const { dataset, sourceFile, completion } = profile.fields;
  switch (name) {
    case 'PostDatabaseDataset':
      return { [dataset.name.name]: 'Volume 1' };
    case 'PostDatasetFile':
      return { [sourceFile.filename.name]: 'Smith/mail.pst' };
    case 'PostSourceFile':
      return { [completion.etags.name]: ['"9b2cf535f27731c974343645a3985328"'] };
    default: {
      const { body }: Operation = operations[name];
      return body instanceof z.ZodType ? exampleOf(z.toJSONSchema(body, { io: 'input' }), '') : null;
    }
  }
}

function exampleOf(schema: JsonSchema, name: string): unknown {
  if (Object.hasOwn(samples, name)) return samples[name];
  const element = elementOf(schema);
  if (element !== null) return [exampleOf(element, '')];
  const { properties = {}, required = [] } = schema;
  const needed = Object.entries(properties).filter(
    // Where nothing is required, an empty body would change nothing.
    ([own]) => required.length === 0 || required.includes(own),
  );
  return Object.fromEntries(
    needed.map(([own, field]) => [own, typeof field === 'boolean' ? null : exampleOf(field, own)]),
  );
}
