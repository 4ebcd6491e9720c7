import { success } from '../../../../preload/contract/failures/failure.ts';
import type { HandlerContext, HandlersOf } from '../handler-context.ts';

/** What pre-flight found. */
export function preflightHandlers({ core, queries }: HandlerContext): HandlersOf<'preflight'> {
  return {
    'preflight.summary': async ({ uploadId }) => success(await queries.query('findingsSummary', uploadId)),
    'preflight.findings': async (query) => success(await queries.query('findings', query)),
    'preflight.skipChecks': ({ uploadId }) => {
      core.runs.skipChecks(uploadId);
      return success(undefined);
    },
  };
}
