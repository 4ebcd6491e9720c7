import { type ReactNode, useMemo, useState } from 'react';
import type { Failure } from '../../../preload/contract/failures/failure.ts';
import type { OperationName } from '../../../preload/contract/platform/operations.ts';
import type { OrganizationRecord } from '../../../preload/contract/platform/records.ts';
import { words } from '../../i18n/words.ts';
import { navigate, type OrganizationTab, organizationTabs } from '../../navigation/routes.ts';
import { ConnectionPicker, useConnectionProblem } from '../../shared/connection-picker.tsx';
import { Page } from '../../shared/page.tsx';
import { PlatformFailure } from '../../shared/platform-failure.tsx';
import { useChosenConnection } from '../../state/chosen-connection.ts';
import { isOffered } from '../../state/offered-operations.ts';
import { useConnection } from '../../state/selectors.ts';
import { usePlatformList } from '../../state/use-remote-list.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DismissButton, FailureNotice, Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AccessTab } from './access-tab.tsx';
import { ActivityTab } from './activity-tab.tsx';
import { DetailsTab } from './details-tab.tsx';
import { IdentifiersTab } from './identifiers-tab.tsx';
import { InvitationsTab } from './invitations-tab.tsx';
import { nameLookup } from './member-facts.ts';
import { MembersTab } from './members-tab.tsx';
import type { Notify } from './notify.ts';
import { type Organizations, useOrganizations } from './use-organizations.ts';
import './organization.css';

/** Members, invitations, identifiers and activity log of an organization. */
export function OrganizationScreen({ tab }: { readonly tab: OrganizationTab }) {
  const connection = useChosenConnection();
  const problem = useConnectionProblem();
  const connectionId = problem === null ? (connection?.id ?? null) : null;
  const organizations = useOrganizations(connectionId);
  const { list, selected } = organizations;
  const actions = (
    <>
      <ConnectionPicker />
      <OrganizationPicker organizations={organizations} />
    </>
  );
  if (connectionId === null || selected === null) {
    return (
      <Page title={words.organization.title} actions={actions}>
        {problem ??
          (list.failure === null ? null : (
            <PlatformFailure
              operation="GetOrganizations"
              failure={list.failure}
              subject={words.organization.title}
              onRetry={list.reload}
            />
          ))}
        {problem !== null || list.failure !== null ? null : list.isComplete && list.elements.length === 0 ? (
          <NoOrganization />
        ) : (
          <p className="muted" role="status">
            {words.common.loading}
          </p>
        )}
      </Page>
    );
  }
  return (
    <Page
      title={selected.name}
      about={[
        aboutText(selected, organizations.ordered),
        connection?.form?.basis === 'assumed' ? words.platform.assumedForm : null,
      ]
        .filter((text) => text !== null)
        .join(' · ')}
      actions={actions}
    >
      <FailureNotice failure={list.failure} onRetry={list.reload} />
      <OrganizationTabs
        key={`${connectionId} ${selected.id}`}
        connectionId={connectionId}
        organization={selected}
        organizations={organizations}
        tab={tab}
      />
    </Page>
  );
}

function OrganizationPicker({ organizations }: { readonly organizations: Organizations }) {
  const { ordered, selected, choose } = organizations;
  if (ordered.length < 2) return null;
  return (
    <Select
      label={words.organization.choose}
      options={ordered.map(({ id, name, parentOrganizationId }) => {
        const parent = ordered.find((each) => each.id === parentOrganizationId);
        return {
          value: String(id),
          label: name,
          description:
            parent === undefined ? words.organization.id(id) : words.organization.partOf(parent.name),
        };
      })}
      value={selected === null ? null : String(selected.id)}
      onChange={(id) => choose(Number(id))}
    />
  );
}

function NoOrganization() {
  return (
    <Card>
      <EmptyState icon="person" title={words.organization.none}>
        {words.organization.noneDescription}
      </EmptyState>
    </Card>
  );
}

type Message =
  | { readonly kind: 'success'; readonly title: string }
  | { readonly kind: 'failure'; readonly failure: Failure };

const operationOfTab = {
  members: 'GetOrganizationUsers',
  access: 'GetDatabaseUsers',
  invitations: 'GetInvitations',
  identifiers: 'GetOrganizationUserIdentifiers',
  activity: 'GetRecentOrganizationEvents',
  details: 'GetOrganization',
} as const satisfies Record<OrganizationTab, OperationName>;

function OrganizationTabs({
  connectionId,
  organization,
  organizations,
  tab,
}: {
  readonly connectionId: string;
  readonly organization: OrganizationRecord;
  readonly organizations: Organizations;
  readonly tab: OrganizationTab;
}) {
  const orgId = organization.id;
  const target = useMemo(() => ({ connectionId, orgId }), [connectionId, orgId]);
  const members = usePlatformList('GetOrganizationUsers', { connectionId, path: { orgId } });
  const nameOf = useMemo(() => nameLookup(members.elements), [members.elements]);
  const [message, setMessage] = useState<Message | null>(null);
  const notify: Notify = {
    onSuccess: (title) => setMessage({ kind: 'success', title }),
    onFailure: (failure) => setMessage({ kind: 'failure', failure }),
  };
  const contents: Readonly<Record<OrganizationTab, () => ReactNode>> = {
    members: () => <MembersTab target={target} members={members} {...notify} />,
    access: () => <AccessTab target={target} members={members} />,
    invitations: () => <InvitationsTab target={target} nameOf={nameOf} {...notify} />,
    identifiers: () => <IdentifiersTab target={target} members={members.elements} />,
    activity: () => <ActivityTab target={target} members={members.elements} nameOf={nameOf} {...notify} />,
    details: () => <DetailsTab target={target} organization={organization} organizations={organizations} />,
  };
  const connection = useConnection(connectionId);
  const names = organizationTabs.filter((name) => isOffered(connection, operationOfTab[name]));
  return (
    <>
      {message?.kind === 'failure' ? (
        <FailureNotice failure={message.failure} onDismiss={() => setMessage(null)} />
      ) : null}
      {message?.kind === 'success' ? (
        <Notice tone="ok" title={message.title} action={<DismissButton onPress={() => setMessage(null)} />} />
      ) : null}
      <div className="card card-fill">
        <Tabs
          label={words.organization.tabs}
          selected={names.includes(tab) ? tab : 'members'}
          onSelect={(id) => navigate({ kind: 'organization', tab: id }, 'replace')}
          tabs={names.map((id) => ({ id, label: words.organization[id], content: contents[id] }))}
        />
      </div>
    </>
  );
}

function aboutText(organization: OrganizationRecord, all: readonly OrganizationRecord[]): string {
  const parent = all.find(({ id }) => id === organization.parentOrganizationId);
  const id = words.organization.id(organization.id);
  return parent === undefined ? id : `${id} · ${words.organization.partOf(parent.name)}`;
}
