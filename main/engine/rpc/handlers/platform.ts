/** The platform's operations for the window, and the changes that a person confirmed in main. */
import { createHmac, randomBytes } from 'node:crypto';
import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import type {
  ChangeName,
  EntityName,
  ListName,
  OperationBody,
  OperationData,
  OperationName,
  OperationPath,
  OperationQuery,
} from '../../../../preload/contract/platform/operations.ts';
import { describeChange } from '../../platform/describe-change.ts';
import type { Platform } from '../../platform/platform.ts';
import { findPlatform, type HandlerContext, type HandlersOf } from '../handler-context.ts';

/** A person waits for these. */
const options = { giveUpAfterMs: 60_000 } as const;

interface Target<Name extends OperationName> {
  readonly connectionId: string;
  readonly path: OperationPath<Name>;
}
interface ReadTarget<Name extends OperationName> extends Target<Name> {
  readonly query: OperationQuery<Name>;
}

export function platformHandlers(context: HandlerContext): HandlersOf<'platform'> {
  const links = new PageLinks();
  async function at<T>(
    connectionId: string,
    use: (platform: Platform) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const platform = findPlatform(context, connectionId);
    return platform.ok ? use(platform.value) : platform;
  }
  const list =
    <Name extends ListName>(name: Name) =>
    ({ connectionId, next: token, ...input }: ReadTarget<Name> & { readonly next: string | null }) =>
      at<{ elements: OperationData<Name>[]; next: string | null }>(connectionId, async (platform) => {
        const ofList = JSON.stringify([connectionId, name, input]);
        const link = token === null ? null : links.find(ofList, token);
        if (token !== null && link === null) return notAPage(name);
        const page = await platform.page(name, { ...input, next: link }, options);
        if (!page.ok) return page;
        const { elements, next } = page.value;
        return success({ elements: [...elements], next: next === null ? null : links.add(ofList, next) });
      });
  const record =
    <Name extends EntityName>(name: Name) =>
    ({ connectionId, ...input }: ReadTarget<Name>) =>
      at(connectionId, (platform) => platform.read(name, input, options));
  const change =
    <Name extends ChangeName>(name: Name) =>
    ({ connectionId, ...input }: Target<Name> & { readonly body: OperationBody<Name> }) =>
      at(connectionId, (platform) => platform.change(name, input, options));
  /** What it answers isn't documented. */
  const removal =
    <Name extends ChangeName>(name: Name) =>
    ({ connectionId, ...input }: Target<Name> & { readonly body?: unknown }) =>
      at<'done'>(connectionId, async (platform) => {
        const removed = await platform.call(name, input, options);
        return removed.ok ? success('done') : removed;
      });

  return {
    'platform.GetCurrentUser': record('GetCurrentUser'),
    'platform.GetOrganizations': list('GetOrganizations'),
    'platform.GetOrganization': record('GetOrganization'),
    'platform.GetOrganizationBilling': list('GetOrganizationBilling'),
    'platform.GetParentOrganizationBilling': record('GetParentOrganizationBilling'),
    'platform.GetOrganizationDatabases': list('GetOrganizationDatabases'),
    'platform.GetOrganizationProjects': list('GetOrganizationProjects'),
    'platform.GetOrganizationUsers': list('GetOrganizationUsers'),
    'platform.GetOrganizationUser': record('GetOrganizationUser'),
    'platform.GetOrganizationUserIdentifiers': list('GetOrganizationUserIdentifiers'),
    'platform.GetInvitations': record('GetInvitations'),
    'platform.GetDatabases': list('GetDatabases'),
    'platform.GetDatabase': record('GetDatabase'),
    'platform.GetDatabaseBilling': record('GetDatabaseBilling'),
    'platform.GetDatabaseProjects': list('GetDatabaseProjects'),
    'platform.GetDatabaseSize': record('GetDatabaseSize'),
    'platform.GetDatabaseUsers': list('GetDatabaseUsers'),
    'platform.GetDatabaseUser': record('GetDatabaseUser'),
    'platform.GetProjects': list('GetProjects'),
    'platform.GetProjectUsers': list('GetProjectUsers'),
    'platform.describeChange': ({ connectionId, operation, ...input }) =>
      at(connectionId, (platform) => describeChange(platform, operation, input, options)),
    'platform.PostOrganizationUsers': change('PostOrganizationUsers'),
    'platform.PatchOrganizationUser': change('PatchOrganizationUser'),
    'platform.DeleteOrganizationUser': removal('DeleteOrganizationUser'),
    'platform.ResendInvitation': change('ResendInvitation'),
    'platform.DeleteInvitation': removal('DeleteInvitation'),
    'platform.PutDatabaseUser': change('PutDatabaseUser'),
    'platform.DeleteDatabaseUser': removal('DeleteDatabaseUser'),
  };
}

function notAPage(operation: ListName) {
  return failure('parameter-invalid', { operation, parameter: 'next', problem: 'not a page of this list' });
}

/** A list needs only the link to its next page. */
const maxPageLinks = 1000;

/**
 * Links to the next pages of lists, which stay in the engine: the window gets a token for each. So it can name no address,
 * and a token continues only the list that it was given for. The same link of the same list has the same token, by which a
 * list that goes in circles is found.
 */
export class PageLinks {
  readonly #key = randomBytes(32);
  readonly #links = new Map<string, string>();

  /** `list`: whatever tells lists apart. */
  add(list: string, link: string): string {
    const token = this.#tokenOf(list, link);
    this.#links.delete(token);
    this.#links.set(token, link);
    const [oldest] = this.#links.keys();
    if (this.#links.size > maxPageLinks && oldest !== undefined) this.#links.delete(oldest);
    return token;
  }

  /** Returns null for a token that wasn't given for this list, or long ago. */
  find(list: string, token: string): string | null {
    const link = this.#links.get(token);
    return link !== undefined && this.#tokenOf(list, link) === token ? link : null;
  }

  #tokenOf(list: string, link: string): string {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([list, link]))
      .digest('hex');
  }
}
