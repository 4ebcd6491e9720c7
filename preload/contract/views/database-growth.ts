/** How large a database is likely to be after an upload. */
import type { MonthBilling } from '../platform/records.ts';

/** Containers among the files to send that were listed: their own size, and that of what they say they hold. */
export interface ListedContainers {
  readonly listed: number;
  readonly bytes: number;
  readonly expandedBytes: number;
}

const bytesPerGb = 1e9;

/** Its size now, standard and ECA together (platform-interface 2.6). Billed is the peak of the month. Returns null where nothing is reported. */
export function billableGb(billing: MonthBilling | null | undefined): number | null {
  const sizes = [billing?.finalSize?.standard?.billableGb, billing?.finalSize?.eca?.billableGb].filter(
    (gb) => gb != null,
  );
  return sizes.length === 0 ? null : sizes.reduce((sum, gb) => sum + gb, 0);
}

/** Returns null unless the containers hold more than they are large. */
export function expandedBytes(bytes: number, containers: ListedContainers): number | null {
  return containers.expandedBytes <= containers.bytes
    ? null
    : bytes - containers.bytes + containers.expandedBytes;
}

/**
 * An estimate: the platform also expands containers that were not listed, adds text and images, and doesn't say what its GB
 * are. Returns null where the size now isn't known.
 */
export function sizeAfterGb(
  nowGb: number | null,
  bytes: number,
  containers: ListedContainers,
): number | null {
  return nowGb === null ? null : nowGb + (expandedBytes(bytes, containers) ?? bytes) / bytesPerGb;
}
