import { z } from 'zod';
import { operationNames, pathParametersOf } from '../../../preload/contract/platform/operations.ts';
import { parsePattern } from '../types/pattern.ts';

/**
 * The interface profile: every fact of the platform's interface that is data and not code (design, "The interface
 * profile"). `known: false` marks what the specification does not show; a deployment that differs brings its own file.
 */

const count = z.int().positive();
const regExp = z
  .string()
  .min(1)
  .superRefine((source, { addIssue }) => {
    const parsed = parsePattern(source);
    if ('problem' in parsed) addIssue({ code: 'custom', message: parsed.problem });
  });

const operation = z
  .strictObject({
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    path: z
      .string()
      .regex(
        /^(\/((?!\.{1,2}(\/|$))[A-Za-z0-9._~-]+|\{[A-Za-z]+\}))+$/,
        'a path is /word/{placeholder}/…, without dots, query or a slash at the end',
      )
      .describe('Path below basePath, with placeholders in braces.'),
    known: z.boolean().describe('Whether the specification shows method and path, or they are assumed.'),
    repeat: z
      .enum(['safe', 'unsafe'])
      .describe('Whether a request can be repeated if its response was lost.'),
  })
  .readonly();

const field = z
  .strictObject({
    name: z.string().min(1).describe('The JSON field.'),
    known: z.boolean(),
  })
  .readonly();

const setting = z
  .strictObject({
    field: z
      .string()
      .min(1)
      .describe('The JSON field of the request that carries it; also names the setting.'),
    label: z.string().min(1),
    kind: z.enum(['choice', 'boolean', 'text', 'timezone', 'language', 'custodian', 'projects']),
    options: z
      .array(
        z
          .strictObject({
            value: z.string().min(1),
            label: z.string().min(1),
            known: z
              .boolean()
              .default(false)
              .describe('Whether the specification shows the value, or it is assumed.'),
          })
          .readonly(),
      )
      .readonly()
      .optional()
      .describe('Opaque strings, sent unchanged. Any other value may be given too.'),
    default: z.union([z.string(), z.boolean()]).optional(),
    form: z
      .enum(['base', 'extended'])
      .default('base')
      .describe('`extended`: only platforms with the extended form of the interface have the setting.'),
    known: z.boolean().describe('Whether the specification shows the field.'),
  })
  .readonly();

const pageSize = z.strictObject({ default: count, max: count }).readonly();

const limits = z
  .strictObject({
    requestsPerSecond: count,
    maxParts: count,
    minPartBytes: count,
    maxPartBytes: count,
    recommendedPartBytes: count,
    maxFileBytes: count,
    csvBytes: count,
    pageSize,
    eventPageSize: pageSize,
  })
  .readonly();

/** What the shape alone can't express. Each issue has its path in the file. */
function crossChecks(profile: ProfileShape, context: z.RefinementCtx): void {
  const refuse = (path: (string | number)[], message: string): void => {
    context.addIssue({ code: 'custom', path, message });
  };
  for (const name of operationNames) {
    const allowed = pathParametersOf(name);
    for (const placeholder of placeholdersIn(profile.operations[name].path)) {
      if (!allowed.includes(placeholder)) {
        const choice = allowed.length === 0 ? 'takes none' : `knows ${allowed.join(', ')}`;
        refuse(['operations', name, 'path'], `unknown placeholder {${placeholder}}: ${name} ${choice}`);
      }
    }
  }
  const { limits } = profile;
  const ordered = (low: keyof typeof limits, high: keyof typeof limits): void => {
    if (limits[low] > limits[high]) refuse(['limits', low], `${low} is above ${high}`);
  };
  ordered('minPartBytes', 'maxPartBytes');
  ordered('minPartBytes', 'recommendedPartBytes');
  ordered('recommendedPartBytes', 'maxPartBytes');
  for (const size of ['pageSize', 'eventPageSize'] as const) {
    if (limits[size].default > limits[size].max) refuse(['limits', size, 'default'], 'default is above max');
  }
  const fields = new Set<string>();
  for (const [index, { field }] of profile.datasetSettings.entries()) {
    if (fields.has(field)) refuse(['datasetSettings', index, 'field'], `setting ${field} appears twice`);
    fields.add(field);
  }
}

const refusal = { statuses: z.array(z.int().min(400).max(499)).readonly(), titlePattern: regExp };

const shape = z.strictObject({
  $schema: z.string().optional(),
  version: z.literal(1),
  name: z.string().min(1),
  basePath: z.string().regex(/^(\/[A-Za-z0-9._~-]+)*$/, 'empty, or /word without a slash at the end'),
  apiKey: z
    .strictObject({ pattern: regExp.describe('Regular expression that matches a whole key.') })
    .readonly(),
  operations: z.record(z.enum(operationNames), operation).readonly(),
  fields: z
    .strictObject({
      dataset: z.strictObject({ id: field, name: field, description: field }).readonly(),
      sourceFile: z
        .strictObject({
          id: field,
          state: field,
          filename: field,
          passwords: field,
          childCustodians: field,
          directLink: field,
          custodian: field,
        })
        .readonly(),
      part: z.strictObject({ partNumber: field, url: field, etag: field, size: field }).readonly(),
      completion: z
        .strictObject({
          etags: field,
          sha1: field,
          id: field.default({ name: 'id', known: false }),
          state: field,
        })
        .readonly(),
    })
    .readonly(),
  datasetSettings: z.array(setting).readonly(),
  alreadyComplete: z
    .strictObject({
      ...refusal,
      exceptPattern: regExp
        .default(
          "n[’']t\\b|\\b(not|never|or|delet\\w*|abort\\w*|cancel\\w*|remov\\w*|expir\\w*|fail\\w*|reject\\w*)\\b",
        )
        .describe('A title that matches this too means something else.'),
    })
    .readonly()
    .describe('How the response to a repeated completion is recognized.'),
  completion: z
    .strictObject({
      proof: z
        .enum(['id-and-state', 'id', 'status'])
        .default('id-and-state')
        .describe(
          'What in the response proves that the platform has the file: its ID and a state that is neither assembling nor failed, its ID alone, or any 2xx status.',
        ),
      assemblingStates: z
        .array(z.string())
        .readonly()
        .default(['UPLOADING', 'ASSEMBLING'])
        .describe('States in which the completion is requested again later.'),
      failedStates: z
        .array(z.string())
        .readonly()
        .default(['FAILED'])
        .describe('States in which the platform does not have the file and never will.'),
      assembling: z
        .strictObject(refusal)
        .readonly()
        .default({
          statuses: [409, 423, 425],
          titlePattern:
            '\\b(still|being|currently) (being )?assembl|\\bassembly\\b.*\\b(in progress|running)\\b',
        })
        .describe('How a refusal that only asks to wait for the assembly is recognized.'),
    })
    .readonly()
    .prefault({})
    .describe('What proves that the platform has a file.'),
  directories: z
    .strictObject({
      form: z
        .enum(['base', 'extended'])
        .default('extended')
        .describe('Which columns and rules the platform has for the people of a legal hold directory.'),
      body: z
        .enum(['multipart', 'csv'])
        .default('multipart')
        .describe(
          'How the CSV is sent: as a file of a form, or as text/csv, which only the extended form has.',
        ),
      fileField: z
        .string()
        .regex(/^[\w-]+$/)
        .default('file')
        .describe('The field of the form.'),
      hrSystemIdColumn: z
        .string()
        .trim()
        .min(1)
        .default('hr-system id')
        .describe("The column with the ID of the customer's human-resources system."),
    })
    .readonly()
    .prefault({})
    .describe('How people of a legal hold directory are synchronized.'),
  limits,
});

type ProfileShape = z.infer<typeof shape>;

export const profileSchema = shape.superRefine(crossChecks).readonly();

export type Profile = z.infer<typeof profileSchema>;
export type DatasetSetting = z.infer<typeof setting>;
export type Limits = z.infer<typeof limits>;

export function placeholdersIn(path: string): readonly string[] {
  return path.split(/[{}]/).filter((_, index) => index % 2 === 1);
}

/** What resources/profiles/profile.schema.json holds, for editors. */
export function profileJsonSchema(): unknown {
  return { title: 'Lading interface profile', ...z.toJSONSchema(shape, { io: 'input' }) };
}
