import { aggregateDatabases, billDatabase } from '../billing/combined-billing.ts';
import { type Month, type MonthProblem, parseMonth } from '../billing/month.ts';
import { type Billing, billProject, type MonthStatus } from '../billing/project-billing.ts';
import { timelineOf } from '../billing/project-timeline.ts';
import type { SandboxContext } from '../context.ts';
import type { SandboxForm } from '../options.ts';
import { type ApiResponse, dataResponse, errorResponse } from '../response.ts';
import type { BilledProjectRow, CreditUsage } from '../store/billing.ts';
import type { DatabaseRow } from '../store/databases.ts';
import { apiErrors } from '../words.ts';
import { databaseFor, organizationFor } from './access.ts';
import type { Operation, OperationRequest } from './operation.ts';
import { operationOn } from './operation.ts';
import { pageParameters, pageResponse } from './paging.ts';
import { extendedOnly, shownState } from './records.ts';

interface BilledProject {
  readonly project: BilledProjectRow;
  readonly isEca: boolean;
  readonly billing: Billing;
}

interface BilledDatabase {
  readonly id: number;
  readonly name: string;
  readonly created: string;
  readonly billing: Billing;
  readonly projects: readonly BilledProject[];
}

/** Sizes and states by month (operations 6, 7, 27). */
export function billingOperations(context: SandboxContext): readonly Operation[] {
  const { billing } = context;
  const { form } = context.settings;

  /** Undefined if no project existed in the month. */
  const billedDatabase = (database: DatabaseRow, month: Month): BilledDatabase | undefined => {
    const days = billing.datasetDays(database.id);
    const projects = billing.projects(database.id).flatMap((project): readonly BilledProject[] => {
      // platform-interface 1.2: complete projects have all documents, partial ones what their datasets received.
      const named = project.partial === 1 ? billing.datasetsOfProject(project.id) : undefined;
      const uploads = named === undefined ? days : days.filter(({ datasetId }) => named.has(datasetId));
      const timeline = timelineOf(billing.history(project.id), uploads);
      const billed = billProject(timeline, month);
      if (billed === undefined) return [];
      const isEca = timeline.findLast(({ atMs }) => atMs < month.endMs)?.eca === true;
      return [{ project, isEca, billing: billed }];
    });
    const [first] = projects.map(({ project }) => project.created).toSorted();
    if (first === undefined) return undefined;
    const { id, name } = database;
    return { id, name, created: first, billing: billDatabase(projects.map((p) => p.billing)), projects };
  };
  const record = (billed: BilledDatabase, { year, month }: Month): unknown => ({
    created: billed.created,
    id: billed.id,
    name: billed.name,
    ...billingRecord(form, billed.billing),
    ...extendedOnly(form, {
      creditUsage: creditUsageRecord([billing.creditUsage(billed.id, year, month)]),
    }),
    projects: billed.projects.map((one) => projectBillingRecord(form, one)),
  });

  const administered = organizationFor(context, 'adminOrParent');
  return [
    operationOn(
      administered,
      { name: 'GetOrganizationBilling', method: 'GET', path: '/organizations/:orgId/billing' },
      ({ id }, call) =>
        inMonth(call, (month) =>
          pageResponse(
            call,
            (after, limit) =>
              billing
                .databases(id, month.endMs, { after, limit })
                .flatMap((database) => billedDatabase(database, month) ?? []),
            (billed) => record(billed, month),
          ),
        ),
    ),
    operationOn(
      administered,
      {
        name: 'GetParentOrganizationBilling',
        method: 'GET',
        path: '/organizations/:orgId/parentBilling',
        extended: true,
      },
      (organization, call) => {
        // It answers with one record, and takes the parameters of a list all the same (platform-interface 4.2, 7).
        const parameters = pageParameters(call);
        if ('status' in parameters) return parameters;
        return inMonth(call, (month) => {
          const databases = billing.databases(organization.id, month.endMs, { withSubOrganizations: true });
          const billed = databases.flatMap((database) => billedDatabase(database, month) ?? []);
          return dataResponse({
            creditUsage: creditUsageRecord(
              databases.map(({ id }) => billing.creditUsage(id, month.year, month.month)),
            ),
            ...aggregateDatabases(billed.map((one) => one.billing)),
          });
        });
      },
    ),
    operationOn(
      databaseFor(context, 'summary'),
      { name: 'GetDatabaseBilling', method: 'GET', path: '/databases/:databaseId/billing' },
      (database, call) =>
        inMonth(call, (month) => {
          const billed = billedDatabase(database, month);
          return billed === undefined
            ? errorResponse(404, apiErrors.notInMonth)
            : dataResponse(record(billed, month));
        }),
    ),
  ];
}

const monthProblems: Readonly<Record<MonthProblem, string>> = {
  year: apiErrors.yearParameter,
  month: apiErrors.monthParameter,
  future: apiErrors.futureMonth,
};

function inMonth(call: OperationRequest, then: (month: Month) => ApiResponse): ApiResponse {
  const month = parseMonth(call.query['year'], call.query['month'], Date.now());
  return month.ok ? then(month.value) : errorResponse(400, monthProblems[month.problem]);
}

/** platform-interface 2.6. */
function projectBillingRecord(form: SandboxForm, { project, isEca, billing }: BilledProject): unknown {
  return {
    created: project.created,
    id: project.id,
    name: project.name,
    displayName: project.displayName,
    eca: isEca,
    partial: project.partial === 1,
    ...billingRecord(form, billing),
  };
}

function billingRecord(form: SandboxForm, { monthBilling, monthStatus }: Billing) {
  return { monthBilling, monthStatus: statusRecord(form, monthStatus) };
}

function statusRecord(form: SandboxForm, status: MonthStatus): unknown {
  const { billingState, finalState, suspended, frozen, deletionRequested, deleted } = status;
  const timestamps = form === 'base' ? { suspended: suspended ?? frozen } : { suspended, frozen };
  return {
    billingState: shownState(form, billingState),
    finalState: shownState(form, finalState),
    ...timestampsRecord({ ...timestamps, deletionRequested, deleted }),
  };
}

/** Present when applicable (platform-interface 2.6). */
function timestampsRecord(times: Readonly<Record<string, number | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(times).flatMap(([name, ms]) =>
      ms === undefined ? [] : [[name, new Date(ms).toISOString()]],
    ),
  );
}

function creditUsageRecord(usages: readonly CreditUsage[]): CreditUsage & { readonly total: number } {
  const onDemand = usages.reduce((sum, usage) => sum + usage.onDemand, 0);
  const prepaid = usages.reduce((sum, usage) => sum + usage.prepaid, 0);
  return { onDemand, prepaid, total: onDemand + prepaid };
}
