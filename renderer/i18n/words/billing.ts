import { formatBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { count, formatGb, percent } from '../format.ts';
import { plural } from './common.ts';

export const billing = {
  title: 'Billing and size',
  organization: 'Organization',
  noOrganization: 'No organization',
  noOrganizationDescription:
    "Your API key's account isn't a member of any organization. Choose a database that it administers.",
  ofOrganization: (name: string) => `Billing of ${name}`,
  chooseDatabase: 'If your key administers a database, choose it above to see its billing.',
  ofDatabase: 'Billing of this database',
  database: 'Database',
  allDatabases: 'All databases',
  unnamed: (id: number) => `Database ${id}`,
  unnamedProject: (id: number) => `Project ${id}`,
  month: 'Month',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  reload: 'Reload',
  loadingMonths: (loaded: number, total: number) => `Loading months: ${count(loaded)} of ${count(total)}`,
  monthsLoaded: (months: number) => plural(months, 'month loaded', 'months loaded'),
  noneInMonth: 'Nothing billed in this month',
  noneInMonthDescription: 'The platform has no billing of this month.',

  billed: 'Billed (peak)',
  billedHint: 'The highest size of the month, which is what is billed.',
  final: (isCurrent: boolean) => (isCurrent ? 'Size now' : 'Size at month end'),
  change: (month: string) => `Billed, against ${month}`,
  changeText: (gb: number, share: number | null) => {
    const sign = gb > 0 ? '+' : gb < 0 ? '−' : '±';
    const amount = `${sign}${formatGb(Math.abs(gb))}`;
    return share === null ? amount : `${amount} (${sign}${percent(Math.abs(share), 1, 0)})`;
  },
  eca: 'ECA (peak)',
  credits: 'AI credits',
  creditColumns: {
    total: 'AI credits',
    prepaid: 'AI credits, prepaid',
    onDemand: 'AI credits, on demand',
  },
  creditsText: (total: string, prepaid: string, onDemand: string) =>
    `${total} (${prepaid} prepaid, ${onDemand} on demand)`,
  notReported: '–',

  trend: 'Trend',
  trendRange: 'Length of the trend',
  trendMonths: (months: number) => `${months} months`,
  trendView: 'Show the trend as',
  chart: 'Chart',
  table: 'Table',
  trendLabel: (first: string, last: string, from: string, to: string) =>
    `Billed size by month: ${from} in ${first}, ${to} in ${last}. The table has every month.`,
  soFar: (month: string, day: string) => `${month}, so far (${day})`,
  trendEmpty: 'No billing in these months',
  legendStandard: 'Standard, peak',
  legendEca: 'ECA, peak',
  legendFinal: (hasCurrent: boolean) => (hasCurrent ? 'Size at month end, or now' : 'Size at month end'),
  sumOfPeaks: "The sum of each database's peak. Databases may peak on different days.",

  sizes: 'Sizes',
  sizeBasis: 'Size',
  peak: 'Peak',
  peakHint: 'highest of the month, billed',
  finalShort: 'Final',
  storage: 'Storage',
  standard: 'Standard',
  ecaName: 'ECA',
  billable: 'Billable',
  native: 'Native',
  processed: 'Processed',
  produced: 'Produced',
  total: 'Total',
  combinedHint:
    "A database's size is typically that of its largest project, not the sum: documents in several projects count once.",

  trendTab: 'Trend and sizes',
  list: 'Databases and projects',
  rows: (amount: number) => plural(amount, 'entry', 'entries'),
  search: 'Search entries',
  show: 'Show',
  filters: { all: 'All', database: 'Databases', project: 'Projects' },
  rowKind: 'Kind',
  kinds: { database: 'Database', project: 'Project', state: 'State', total: 'Total' },
  name: 'Name',
  id: 'ID',
  databaseId: 'Database ID',
  created: 'Created',
  documents: 'Documents',
  ecaProject: 'ECA project',
  partialOnly: 'Partial',
  yes: 'Yes',
  no: 'No',
  complete: 'All (complete)',
  partial: 'Some (partial)',
  state: 'State',
  billedAs: 'Billed as',
  stateAtEnd: (isCurrent: boolean) => (isCurrent ? 'State now' : 'State at month end'),
  showDatabase: 'Open database',
  showTrend: 'Billing of this database',

  stateUnknown: 'Not reported',
  stateSame: (state: string) => `${state} for the whole month.`,
  stateChanged: (billed: string, final: string, isCurrent: boolean) =>
    `${isCurrent ? 'Now' : 'At month end'} ${final.toLowerCase()}, but billed as ${billed.toLowerCase()}, because it was ${billed.toLowerCase()} during the month.`,
  timestamps: {
    suspended: 'Suspended',
    frozen: 'Frozen',
    deletionRequested: 'Deletion requested',
    deleted: 'Deleted',
  },

  withSubOrganizations: (name: string) => `${name}, with sub-organizations`,
  parentHint: 'Added up over this organization and its sub-organizations.',
  parentStates: { active: 'Active', suspended: 'Suspended', frozen: 'Frozen' },

  forecast: (uploads: number) =>
    `${plural(uploads, 'unfinished upload', 'unfinished uploads')} on this computer will add to this`,
  forecastText: (files: number, bytes: number, links: number) =>
    [
      `About ${formatBytes(bytes)} in ${plural(files, 'file', 'files')}, as native data`,
      ...(links === 0 ? [] : [`and ${plural(links, 'link', 'links')} of unknown size`]),
    ].join(', '),
  forecastHint:
    'An estimate: archives and mail containers expand, and processed text and images are added. By how much is known only afterwards.',
} as const;
