import { success } from '../../../../preload/contract/failures/failure.ts';
import type { HandlerContext, HandlersOf } from '../handler-context.ts';

/** The engine as a whole. */
export function engineHandlers({
  engine,
  core,
  queries,
  limits,
  watch,
  watchPublisher,
}: HandlerContext): HandlersOf<'limits' | 'engine'> {
  return {
    'limits.set': (argument) => {
      limits.set(argument);
      return success(undefined);
    },
    'engine.drain': async () => {
      watchPublisher.close();
      await watch.close();
      const uploadIds = await core.runs.stopAll();
      await queries.close();
      await engine.close();
      return success({ uploadIds });
    },
  };
}
