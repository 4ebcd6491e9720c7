import { type Result, success } from '../../../preload/contract/failures/failure.ts';
import { type Operation, operationNames, operations } from '../../../preload/contract/platform/operations.ts';
import { custodianSyncRecord } from '../../../preload/contract/platform/records.ts';
import type { ConnectionForm, InterfaceForm } from '../../../preload/contract/views/interface-form.ts';
import { type ApiClient, type ApiClientOptions, createApiClient } from './api-client.ts';
import { entityOf } from './envelopes.ts';
import type { RequestContent } from './http-request.ts';
import { type OperationCalls, operationCalls } from './operation-calls.ts';
import { PartListSupport } from './part-list-support.ts';
import type { Profile } from './profile.ts';
import type { RequestOptions } from './request-options.ts';
import { type UploadOperations, uploadOperations } from './upload-operations.ts';

export interface Platform extends DirectoryOperations, OperationCalls, UploadOperations {
  readonly profile: Profile;
  readonly partList: PartListSupport;
  /** Asks for the platform's lists, once. */
  form(): Promise<ConnectionForm>;
}

export interface PlatformOptions extends ApiClientOptions {
  /** What a person chose. */
  readonly form?: InterfaceForm | null;
}

/** The platform's client. Every request carries the key, respects the rate limit, and is retried where that is safe. */
export function createPlatform(options: PlatformOptions): Platform {
  const { profile, form: chosen = null } = options;
  const client = createApiClient(options);
  const calls = operationCalls(profile, client);
  let found: Promise<ConnectionForm> | null = null;
  const form = async (): Promise<ConnectionForm> => {
    if (chosen !== null) return { form: chosen, basis: 'chosen' };
    found ??= findForm(calls).then((finding) => {
      if (!finding.isComplete) found = null;
      return finding.form;
    });
    return found;
  };
  return {
    profile,
    partList: new PartListSupport(),
    form,
    ...directoryOperations(client),
    ...calls,
    ...uploadOperations(profile, client, form),
  };
}

/** A person waits for it. */
const giveUpAfterMs = 10_000;

interface FormFinding {
  readonly form: ConnectionForm;
  /** Every list was answered: asking again would find the same. */
  readonly isComplete: boolean;
}

/**
 * Which form of the interface a platform has, by the fields of its records. A record without such a field proves nothing, so
 * the base form is only assumed.
 */
export async function findForm({ call }: Pick<OperationCalls, 'call'>): Promise<FormFinding> {
  const options = { giveUpAfterMs, signal: AbortSignal.timeout(giveUpAfterMs) };
  let isComplete = true;
  for (const name of operationNames) {
    const { extendedField }: Operation = operations[name];
    if (extendedField === null) continue;
    const answer = await call(name, {}, options);
    isComplete &&= answer.ok;
    const elements = answer.ok && answer.value.kind === 'page' ? answer.value.elements : [];
    if (elements.some((element) => Object.hasOwn(Object(element), extendedField)))
      return { form: { form: 'extended', basis: 'found' }, isComplete: true };
  }
  return { form: { form: 'base', basis: 'assumed' }, isComplete };
}

interface DirectoryOperations {
  /** The people that the sync ignored, as the platform reports them. */
  syncDirectory(
    directoryId: number,
    csv: RequestContent,
    options?: RequestOptions & { readonly answerTimeoutMs?: number },
  ): Promise<Result<readonly string[]>>;
}

function directoryOperations(client: ApiClient): DirectoryOperations {
  return {
    async syncDirectory(directoryId, csv, options = {}) {
      const answer = await client.request('SyncDirectoryCustodians', entityOf(custodianSyncRecord), {
        priority: 'interactive',
        ...options,
        params: { directoryId },
        content: csv,
      });
      return answer.ok ? success(answer.value.data.custodians) : answer;
    },
  };
}
