import { success } from '../../../../preload/contract/failures/failure.ts';
import { hostsToConfirm } from '../../intake/link-hosts.ts';
import type { HandlerContext, HandlersOf } from '../handler-context.ts';

export function linkHandlers({ core }: HandlerContext): HandlersOf<'links'> {
  const { store, repositories } = core;
  return {
    'links.hostsToConfirm': ({ origins }) =>
      success({ origins: hostsToConfirm(origins, repositories.linkHosts) }),
    'links.confirmHosts': ({ origins }) => {
      const at = new Date().toISOString();
      store.writes.transaction(() => {
        for (const origin of origins) repositories.linkHosts.confirm(origin, at);
      });
      return success(undefined);
    },
  };
}
