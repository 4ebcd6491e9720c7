import { z } from 'zod';
import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { platformId } from '../../../preload/contract/platform/records.ts';
import { isEncryptedOrLocal } from '../../../preload/contract/views/loopback.ts';
import { compilePattern } from '../types/pattern.ts';
import { maxEtagLength } from './answer-limits.ts';
import type { ApiClient } from './api-client.ts';
import { type CompletionAnswer, completionTimeoutMs, readCompletion } from './completion-answer.ts';
import { entityOf } from './envelopes.ts';
import { checkSettings, type FindForm, type ProcessingSettings } from './processing-settings.ts';
import type { Profile } from './profile.ts';
import type { RequestOptions } from './request-options.ts';

export interface NewDataset {
  readonly name: string;
  readonly description?: string;
  readonly settings: ProcessingSettings;
}

export interface NewSourceFile {
  readonly filename: string;
  readonly custodian?: string;
  readonly passwords?: readonly string[];
  /** Child path (a folder ends with a slash) to custodian. */
  readonly childCustodians?: Readonly<Record<string, string>>;
  readonly directLink?: string;
  /** What the platform's messages must not repeat of the link. */
  readonly linkSecrets?: readonly string[];
}

export interface Completion {
  /** In part order, verbatim. */
  readonly etags: readonly string[];
  readonly sha1?: string;
  /** An earlier request's answer was lost: retry until there is one. */
  readonly mayBeDone: boolean;
}

export interface ListedPart {
  readonly partNumber: number;
  readonly etag: string;
  readonly sizeBytes?: number;
}

/** Uploading (platform-interface 4.1), with the field names of the profile. */
export interface UploadOperations {
  createDataset(
    databaseId: number,
    dataset: NewDataset,
    options?: RequestOptions,
  ): Promise<Result<{ readonly id: number }>>;
  createSourceFile(
    databaseId: number,
    datasetId: number,
    sourceFile: NewSourceFile,
    options?: RequestOptions,
  ): Promise<Result<{ readonly id: number; readonly state: string }>>;
  /** The URL is pre-authenticated: anyone who has it may write the part. */
  partUrl(
    databaseId: number,
    sourceFileId: number,
    partNumber: number,
    options?: RequestOptions,
  ): Promise<Result<{ readonly url: string }>>;
  listParts(
    databaseId: number,
    sourceFileId: number,
    options?: RequestOptions,
  ): AsyncIterable<Result<readonly ListedPart[]>>;
  completeSourceFile(
    databaseId: number,
    sourceFileId: number,
    completion: Completion,
    options?: RequestOptions,
  ): Promise<Result<CompletionAnswer>>;
}

export function uploadOperations(profile: Profile, client: ApiClient, form: FindForm): UploadOperations {
  const { dataset, sourceFile, part, completion } = profile.fields;
  const datasetSchema = (asked: string) =>
    entityOf(
      withOurNames(
        dataset,
        z.object({
          id: platformId,
          // Evidence must not go to another dataset.
          name: z
            .string()
            .refine((name) => comparableName(name) === comparableName(asked), 'another name')
            .nullish(),
        }),
      ),
    );
  const sourceFileSchema = ({ filename, custodian, directLink }: NewSourceFile) =>
    entityOf(
      withOurNames(
        sourceFile,
        z.object({
          id: platformId,
          state: z.string().nullish(),
          // The bytes of one file must not become another one, nor another custodian's. A platform may name what a link leads to.
          filename: z
            .string()
            .refine((name) => directLink !== undefined || isNameOf(name, filename), 'another name')
            .nullish(),
          custodian: z
            .unknown()
            .refine(
              (name) => custodian === undefined || mayBeCustodian(name, custodian),
              'another custodian',
            ),
        }),
      ),
    );
  const partUrlSchema = (partNumber: number) =>
    entityOf(
      withOurNames(
        part,
        z.object({
          // The bytes of one part must not become another one.
          partNumber: z.literal(partNumber).nullish(),
          url: z.string().refine(isPartUrl, 'no https address'),
        }),
      ),
    );
  const listedPart = withOurNames(
    part,
    z.object({
      partNumber: z.int().positive(),
      etag: z.string().min(1).max(maxEtagLength),
      size: z.int().nonnegative().nullish().catch(null),
    }),
  );
  const isComplete = completeRefusals(profile);
  const refusals = completionRefusals(profile, isComplete);

  return {
    async createDataset(databaseId, { name, description, settings }, options = {}) {
      const checked = await checkSettings(settings, profile, form);
      if (!checked.ok) return checked;
      const body = {
        [dataset.name.name]: name,
        ...ifSet(dataset.description.name, description),
        ...checked.value,
      };
      const params = { databaseId };
      const answer = await client.request('PostDatabaseDataset', datasetSchema(name), {
        ...options,
        params,
        body,
        ownRefusals: 'but-401-and-429',
      });
      return answer.ok ? success({ id: answer.value.data.id }) : answer;
    },

    async createSourceFile(databaseId, datasetId, file, options = {}) {
      const body = {
        [sourceFile.filename.name]: file.filename,
        ...ifSet(sourceFile.custodian.name, file.custodian),
        ...ifSet(sourceFile.passwords.name, file.passwords),
        ...ifSet(sourceFile.childCustodians.name, file.childCustodians),
        ...ifSet(sourceFile.directLink.name, file.directLink),
      };
      const params = { databaseId, datasetId };
      const answer = await client.request('PostDatasetFile', sourceFileSchema(file), {
        ...options,
        passwords: [...(file.passwords ?? []), ...(file.linkSecrets ?? [])],
        params,
        body,
        // The platform fetches a link once more for each request.
        ownRefusals: file.directLink === undefined ? 'but-401-and-429' : 'all',
      });
      if (!answer.ok) return answer;
      return success({ id: answer.value.data.id, state: answer.value.data.state ?? '' });
    },

    async partUrl(databaseId, sourceFileId, partNumber, options = {}) {
      const params = { databaseId, sourceFileId, partNumber };
      const answer = await client.request('PostSourceFilePart', partUrlSchema(partNumber), {
        ...options,
        params,
      });
      if (answer.ok) return success({ url: answer.value.data.url });
      return answer.failure.code === 'refused' && isComplete(answer.failure)
        ? failure('source-file-complete')
        : answer;
    },

    async *listParts(databaseId, sourceFileId, options = {}) {
      const params = { databaseId, sourceFileId };
      for await (const page of client.pages('GetSourceFileParts', listedPart, {
        ...options,
        params,
        cursorField: 'partNumber',
      })) {
        yield page.ok
          ? success(
              page.value.map(({ partNumber, etag, size }) =>
                typeof size === 'number' ? { partNumber, etag, sizeBytes: size } : { partNumber, etag },
              ),
            )
          : page;
      }
    },

    completeSourceFile: (databaseId, sourceFileId, { etags, sha1, mayBeDone }, options = {}) =>
      client.request(
        'PostSourceFile',
        ({ status, words }) =>
          z.unknown().transform((body) => readCompletion(profile, { sourceFileId, status, body, words })),
        {
          ...options,
          params: { databaseId, sourceFileId },
          body: { [completion.etags.name]: etags, ...ifSet(completion.sha1.name, sha1) },
          // In doubt, the completion is asked for again, and what is refused then needs review.
          repeatUnknown: mayBeDone,
          answerTimeoutMs: completionTimeoutMs(etags.length),
          alreadyDone: refusals,
        },
      ),
  };
}

interface Refusal {
  readonly status: number;
  readonly platformMessage?: string | undefined;
}

/** Whether a refusal says that a source file is complete. */
function completeRefusals({ alreadyComplete }: Profile): (refusal: Refusal) => boolean {
  const complete = compilePattern(alreadyComplete.titlePattern, { ignoreCase: true });
  const otherwise = compilePattern(alreadyComplete.exceptPattern, { ignoreCase: true });
  return ({ status, platformMessage = '' }) =>
    alreadyComplete.statuses.includes(status) &&
    complete.test(platformMessage) &&
    !otherwise.test(platformMessage);
}

/** What a refused completion may say about a file: that it is complete already, or will be. */
function completionRefusals(
  { completion: { assembling } }: Profile,
  isComplete: (refusal: Refusal) => boolean,
) {
  const waiting = compilePattern(assembling.titlePattern, { ignoreCase: true });
  return (refusal: Refusal): { readonly of: CompletionAnswer } | null => {
    if (isComplete(refusal)) return { of: { kind: 'already-complete' } };
    const { status, platformMessage = '' } = refusal;
    return assembling.statuses.includes(status) && waiting.test(platformMessage)
      ? { of: { kind: 'assembling', state: null } }
      : null;
  };
}

function ifSet(field: string, value: unknown): Readonly<Record<string, unknown>> {
  return value === undefined ? {} : { [field]: value };
}

/** Without what a platform may clean up in a name. */
function comparableName(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/g, ' ');
}

/** Platforms may answer with the name alone, and replace what they don't allow in one. */
function isNameOf(answered: string, path: string): boolean {
  return lettersOf(path).endsWith(lettersOf(answered));
}

/** Platforms may answer with nothing, with an ID, or with the parts of a name in another order. */
function mayBeCustodian(answered: unknown, asked: string): boolean {
  if (typeof answered !== 'string' || lettersOf(answered) === '') return true;
  const wordsOf = (name: string): string =>
    name
      .split(/[\s,]+/)
      .map(lettersOf)
      .sort()
      .join('')
      .toLowerCase();
  return wordsOf(answered) === wordsOf(asked);
}

function lettersOf(name: string): string {
  return name.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '');
}

function isPartUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && isEncryptedOrLocal(url);
}

/** Reads a record whose fields have the profile's names. */
function withOurNames<T>(
  fields: Readonly<Record<string, { readonly name: string }>>,
  schema: z.ZodType<T>,
): z.ZodType<T> {
  return z.preprocess((raw) => {
    if (typeof raw !== 'object' || raw === null) return raw;
    return Object.fromEntries(
      Object.entries(fields).map(([ours, { name }]) => [ours, Reflect.get(raw, name)]),
    );
  }, schema);
}
