import type { ConnectionForm, InterfaceForm } from '../../../preload/contract/views/interface-form.ts';
import { type ApiClientOptions, createApiClient } from './api-client.ts';
import { type DirectoryOperations, directoryOperations } from './directory-operations.ts';
import { findForm } from './find-form.ts';
import { type OperationCalls, operationCalls } from './operation-calls.ts';
import { PartListSupport } from './part-list-support.ts';
import type { Profile } from './profile.ts';
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
