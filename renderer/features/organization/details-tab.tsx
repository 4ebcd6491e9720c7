import type { ReactNode } from 'react';
import type { OrganizationRecord, UserRecord } from '../../../preload/contract/platform/records.ts';
import { timeText } from '../../i18n/format.ts';
import { personName } from '../../i18n/person-name.ts';
import { words } from '../../i18n/words.ts';
import { PlatformFailure } from '../../shared/platform-failure.tsx';
import { PlatformValue } from '../../shared/platform-value.tsx';
import { useQuery } from '../../state/use-query.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { identifiersText } from './member-facts.ts';
import type { Organizations, OrganizationTarget } from './use-organizations.ts';

const detailWords = words.organizationDetails;

/** What every member may see: the organization, its sign-on, and the account of the key. */
export function DetailsTab({
  target: { connectionId, orgId },
  organization,
  organizations: { ordered, account },
}: {
  readonly target: OrganizationTarget;
  readonly organization: OrganizationRecord;
  readonly organizations: Organizations;
}) {
  const read = useQuery('platform.GetOrganization', {
    argument: { connectionId, path: { orgId }, query: {} },
  });
  const shown = read.kind === 'loaded' ? read.value : organization;
  const parent = ordered.find(({ id }) => id === shown.parentOrganizationId);
  const children = ordered.filter(({ parentOrganizationId }) => parentOrganizationId === shown.id);
  const { saml } = shown;
  return (
    <div className="organization-details">
      <PlatformFailure
        operation="GetOrganization"
        failure={read.failure}
        subject={words.organization.details}
        onRetry={read.refetch}
      />
      <Section
        title={detailWords.organization}
        items={[
          [detailWords.name, shown.name],
          [detailWords.id, String(shown.id)],
          [detailWords.parent, parent?.name ?? optionalId(shown.parentOrganizationId)],
          [detailWords.subOrganizations, children.map(({ name }) => name).join(', ')],
        ]}
      />
      {saml === null || saml === undefined ? null : (
        <Section
          title={detailWords.signOn}
          items={[
            [detailWords.state, saml.state == null ? null : <PlatformValue key="state" value={saml.state} />],
            [detailWords.entityId, saml.entityId],
            [detailWords.mfaBypass, yesOrNo(saml.mfaBypass)],
            [detailWords.updated, timeText(saml.updated)],
          ]}
        />
      )}
      {account === null ? null : (
        <Section
          title={detailWords.yourAccount}
          items={[
            [detailWords.account, personName(account)],
            [words.members.jobTitle, account.title],
            [words.members.username, account.username],
            [words.members.email, account.email],
            [detailWords.role, roleText(account, orgId)],
            [words.members.identifiers, identifiersText(account.userIdentifiers)],
            [detailWords.mfaRequired, yesOrNo(account.mfaRequired)],
            [words.members.lastActivity, timeText(account.lastActivity)],
            [detailWords.lastLoggedOut, timeText(account.lastLoggedOut)],
          ]}
        />
      )}
    </div>
  );
}

function Section({
  title,
  items,
}: {
  readonly title: string;
  readonly items: readonly (readonly [string, ReactNode])[];
}) {
  return (
    <section>
      <h2>{title}</h2>
      <DescriptionList
        items={items.filter(([, value]) => value !== null && value !== undefined && value !== '')}
      />
    </section>
  );
}

function roleText({ organizations }: UserRecord, organizationId: number): string {
  const here = organizations?.find(({ id }) => id === organizationId);
  if (here === undefined) return detailWords.outside;
  return here.orgAdmin === true ? detailWords.admin : detailWords.member;
}

function optionalId(id: number | null | undefined): string | null {
  return typeof id === 'number' ? words.organization.id(id) : null;
}

function yesOrNo(flag: boolean | null | undefined): string | null {
  return typeof flag === 'boolean' ? (flag ? detailWords.yes : detailWords.no) : null;
}
