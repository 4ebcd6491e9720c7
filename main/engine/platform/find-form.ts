import { type Operation, operationNames, operations } from '../../../preload/contract/platform/operations.ts';
import type { ConnectionForm } from '../../../preload/contract/views/interface-form.ts';
import type { OperationCalls } from './operation-calls.ts';

/** A person waits for it. */
const giveUpAfterMs = 10_000;

export interface FormFinding {
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
