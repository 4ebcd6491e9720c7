import type { NetworkAccess } from '../platform/dispatcher.ts';
import type { Repositories } from '../store/repositories.ts';
import type { WriteBatcher } from '../store/write-batcher.ts';
import type { UploadId } from '../types/ids.ts';
import type { LinkHosts } from './link-hosts.ts';
import { matchLinks } from './links.ts';
import type { LinkStore } from './mask-link.ts';
import { type ProbeLimits, probeLinks } from './probe-links.ts';

interface LinksToCheck {
  /** In full, as far as known. */
  readonly given: readonly string[];
  readonly stored: LinkStore;
  readonly hosts: LinkHosts;
}

/** Checks the links of a scanned upload and keeps what was found. */
export async function checkLinkHosts(
  writes: WriteBatcher,
  { items, linkChecks, events }: Repositories,
  uploadId: UploadId,
  { given, stored, hosts }: LinksToCheck,
  route: NetworkAccess,
  signal: AbortSignal,
  limits?: ProbeLimits,
): Promise<void> {
  const links = items.links(uploadId);
  if (links.length === 0) return;
  const whole = matchLinks(links, given, stored);
  const urls = links.map(({ id, link, linkHasSecret }) => whole.get(id) ?? (linkHasSecret ? null : link));
  const checks = await probeLinks(urls, route, hosts, signal, limits);
  if (signal.aborted) return;
  const at = new Date().toISOString();
  writes.transaction(() => {
    for (const [index, check] of checks.entries()) {
      const item = links[index];
      if (item !== undefined) linkChecks.record(item.id, at, check);
    }
    const warned = checks.filter(({ warnings }) => warnings.length > 0).length;
    events.append(uploadId, at, 'links-checked', { links: links.length, warned });
  });
}
