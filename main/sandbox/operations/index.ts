import type { Assembler } from '../assembly.ts';
import type { SandboxContext } from '../context.ts';
import type { DirectLinkDownloader } from '../direct-links.ts';
import { billingOperations } from './billing-operations.ts';
import { databaseOperations } from './database-operations.ts';
import { databaseUserOperations } from './database-user-operations.ts';
import { directoryOperations } from './directory-operations.ts';
import { eventOperations } from './event-operations.ts';
import { invitationOperations } from './invitation-operations.ts';
import { memberOperations } from './member-operations.ts';
import type { Operation } from './operation.ts';
import { organizationOperations } from './organization-operations.ts';
import { projectOperations } from './project-operations.ts';
import { projectUserOperations } from './project-user-operations.ts';
import { uploadOperations } from './upload-operations.ts';

/** The operations of the sandbox's form. */
export function createOperations(
  context: SandboxContext,
  assembly: Pick<Assembler, 'complete'>,
  links: Pick<DirectLinkDownloader, 'probe' | 'start'>,
): readonly Operation[] {
  const operations = [
    ...organizationOperations(context),
    ...memberOperations(context),
    ...invitationOperations(context),
    ...eventOperations(context),
    ...databaseOperations(context),
    ...databaseUserOperations(context),
    ...projectOperations(context),
    ...projectUserOperations(context),
    ...directoryOperations(context),
    ...billingOperations(context),
    ...uploadOperations(context, assembly, links),
  ];
  return operations.filter(({ extended }) => context.settings.form === 'extended' || extended !== true);
}
