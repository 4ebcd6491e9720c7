import { success } from '../../../../preload/contract/failures/failure.ts';
import type { Template } from '../../store/template-repository.ts';
import type { HandlerContext, HandlersOf } from '../handler-context.ts';

export function templateHandlers({ core }: HandlerContext): HandlersOf<'templates'> {
  const { templates } = core.repositories;
  const { writes } = core.store;
  const view = (template: Template) => ({ ...template, settings: { ...template.settings } });
  return {
    'templates.list': () => success(templates.all().map(view)),
    'templates.save': ({ name, settings }) =>
      success(view(writes.transaction(() => templates.save(name, settings)))),
    'templates.remove': ({ id }) => {
      writes.transaction(() => templates.remove(id));
      return success(undefined);
    },
  };
}
