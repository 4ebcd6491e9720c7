import { useCallback, useMemo, useState } from 'react';
import { type Result, success } from '../../../preload/contract/failures/failure.ts';
import type { OrganizationRecord, UserRecord } from '../../../preload/contract/platform/records.ts';
import type { RemotePage } from '../../state/bridge.ts';
import { defaultOrganization } from '../../state/default-organization.ts';
import { useQuery } from '../../state/use-query.ts';
import { type RemoteList, usePlatformList } from '../../state/use-remote-list.ts';

export interface Organizations {
  readonly list: RemoteList<OrganizationRecord>;
  /** Parents with their sub-organizations below them. */
  readonly ordered: readonly OrganizationRecord[];
  readonly selected: OrganizationRecord | null;
  readonly choose: (organizationId: number) => void;
  /** The account of the API key. It is null until it is known. */
  readonly account: UserRecord | null;
}

/** The organizations that the connection's key can see, and the one that is shown. */
export function useOrganizations(connectionId: string | null): Organizations {
  const list = usePlatformList('GetOrganizations', connectionId === null ? null : { connectionId, path: {} });
  const account = useQuery(
    'platform.GetCurrentUser',
    connectionId === null ? null : { argument: { connectionId, path: {}, query: {} } },
  );
  const [chosen, setChosen] = useState<{ readonly connectionId: string | null; readonly id: number } | null>(
    null,
  );
  const ordered = useMemo(() => orderOrganizations(list.elements), [list.elements]);
  const accountRecord = account.kind === 'loaded' ? account.value : null;
  // The account says which organization comes first, and it may be on the last page. None is shown only to be replaced.
  const isKnown = account.kind !== 'loading' && (list.isComplete || list.failure !== null);
  const chosenId = chosen?.connectionId === connectionId ? chosen.id : null;
  const chosenOne = ordered.find(({ id }) => id === chosenId);
  const selected = isKnown ? (chosenOne ?? defaultOrganization(ordered, accountRecord)) : null;
  const choose = useCallback((id: number) => setChosen({ connectionId, id }), [connectionId]);
  return { list, ordered, selected, choose, account: accountRecord };
}

/** An organization of a connection: what the tabs read from. */
export interface OrganizationTarget {
  readonly connectionId: string;
  readonly orgId: number;
}

/** A list that comes in one answer. */
export function onePage<Answer, Element>(
  answer: Result<Answer>,
  elementsOf: (answer: Answer) => readonly Element[],
): Result<RemotePage<Element>> {
  return answer.ok ? success({ elements: elementsOf(answer.value), next: null }) : answer;
}

/** Parents followed by their sub-organizations, each in alphabetical order. Pure. */
export function orderOrganizations(
  organizations: readonly OrganizationRecord[],
): readonly OrganizationRecord[] {
  const ids = new Set(organizations.map(({ id }) => id));
  const byName = organizations.toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.id - b.id);
  const placed = new Set<number>();
  const ordered: OrganizationRecord[] = [];
  const place = (organization: OrganizationRecord) => {
    if (placed.has(organization.id)) return;
    placed.add(organization.id);
    ordered.push(organization);
    for (const child of byName) if (child.parentOrganizationId === organization.id) place(child);
  };
  for (const organization of byName) {
    const parent = organization.parentOrganizationId;
    if (typeof parent !== 'number' || !ids.has(parent)) place(organization);
  }
  // Organizations whose parents are in a circle.
  for (const organization of byName) place(organization);
  return ordered;
}
