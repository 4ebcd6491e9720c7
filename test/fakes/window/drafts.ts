/** The mock's answers about a draft. */

import type { FolderEntry } from '../../../preload/contract/calls/tree-calls.ts';
import type { PreflightView } from '../../../preload/contract/views/preflight-view.ts';
import type {
  CustodianView,
  ProcessingSettingView,
  UploadView,
} from '../../../preload/contract/views/views.ts';
import profile from '../../../resources/profiles/default.json' with { type: 'json' };
import { countOf, pick } from './items.ts';

const people = [
  'Ng, Ana',
  'Roe, Sam',
  'Okafor, Chidi',
  'Müller, Jörg',
  '李 娜',
  'Haddad, Rim',
  '_Scans',
] as const;
const inner = ['mail', 'desktop', 'documents', 'phone', 'share'] as const;

/** A folder's ID is its position: 1 is the root, 10… are its children, 100… their children. */
export function foldersOf(
  upload: UploadView,
  manualCustodians: ReadonlyMap<number, string>,
  parentId: number | null,
): FolderEntry[] {
  const root = upload.sources[0] ?? 'EV-0412';
  const folder = (
    id: number,
    name: string,
    path: string,
    hasChildren: boolean,
    person: string | null,
  ): FolderEntry => {
    const level = upload.custodianRules.find((rule) => rule.kind === 'folder')?.level ?? 0;
    const hand =
      manualCustodians.get(id) ?? manualCustodians.get(Math.floor(id / 10)) ?? manualCustodians.get(1);
    const ruled = level > 0 && person !== null ? person : null;
    const custodian = hand ?? ruled ?? upload.custodian;
    const ruledBelow = id === 1 && level > 0;
    const unnamedBelow = () =>
      foldersOf(upload, manualCustodians, 1).reduce((sum, each) => sum + each.itemsWithoutCustodian, 0);
    const items = 40 + ((id * 7919) % 4000);
    return {
      id,
      name,
      path,
      items,
      itemsWithoutCustodian: custodian !== null ? 0 : ruledBelow ? unnamedBelow() : items,
      bytes: 1_000_000 * (40 + ((id * 104_729) % 90_000)),
      kind: 'folder',
      skipped: { items: 0, bytes: 0 },
      choiceToSend: null,
      hasFolders: hasChildren,
      hasChildren,
      unreadFolders: 0,
      custodian,
      isAssigned: manualCustodians.has(id),
      custodianFrom:
        hand !== undefined ? 'manual' : ruled !== null ? 'folder' : custodian !== null ? 'default' : 'none',
    };
  };
  if (parentId === null) return [folder(1, 'EV-0412', root, true, null)];
  if (parentId === 1) {
    return people.map((name, index) =>
      folder(10 + index, name, `${root}\\${name}`, name !== '_Scans', name === '_Scans' ? null : name),
    );
  }
  if (parentId >= 10 && parentId < 100) {
    const person = pick(people, parentId - 10);
    return inner.map((name, index) =>
      folder(parentId * 10 + index, name, `${root}\\${person}\\${name}`, false, person),
    );
  }
  return [];
}

export function custodiansOf(
  upload: UploadView,
  manualCustodians: ReadonlyMap<number, string>,
): CustodianView[] {
  const found = new Map<string | null, Omit<CustodianView, 'custodian'>>();
  const isSent = upload.state === 'finished';
  for (const each of foldersOf(upload, manualCustodians, 1)) {
    const known = found.get(each.custodian) ?? {
      folders: [],
      moreFolders: 0,
      items: 0,
      bytes: 0,
      sent: { items: 0, bytes: 0 },
      handedOver: 0,
      notRead: { folders: 0, files: 0 },
    };
    const items = known.items + each.items;
    const bytes = known.bytes + each.bytes;
    found.set(each.custodian, {
      folders: [...known.folders, each.name],
      moreFolders: 0,
      items,
      bytes,
      handedOver: 0,
      notRead: known.notRead,
      sent: isSent ? { items, bytes } : known.sent,
    });
  }
  return [...found].map(([custodian, rest]) => ({ custodian, ...rest }));
}

export function preflightOf(
  upload: UploadView,
  choice: PreflightView['packing']['choice'] = 'auto',
): PreflightView {
  const items = countOf(upload.totals);
  const { bytes } = upload.totals.queued;
  const share = [
    ['pst', 0.02, 0.7],
    ['docx', 0.31, 0.04],
    ['pdf', 0.28, 0.12],
    ['xlsx', 0.17, 0.05],
    ['jpeg', 0.14, 0.06],
    ['', 0.08, 0.03],
  ] as const;
  return {
    totals: upload.totals,
    types: share.map(([type, ofItems, ofBytes]) => ({
      type: type === '' ? null : type,
      extension: type === '' ? '.xyz' : '',
      items: Math.round(items * ofItems),
      bytes: Math.round(bytes * ofBytes),
    })),
    links: [],
    zeroByteItems: 4,
    emptySources: [],
    sandboxSpace: null,
    containers: { listed: 0, bytes: 0, expandedBytes: 0 },
    largestBytes: 20_600_000_000,
    parts: Math.max(items, Math.ceil(bytes / 50_000_000)),
    requests: items * 3,
    time: {
      measurements: 3,
      times: [
        {
          low: bytes / 95e6,
          likely: bytes / 82e6,
          high: bytes / 70e6,
          bound: { kind: 'line' },
          lineBytesPerSecond: 82_000_000,
        },
      ],
    },
    packing: {
      choice,
      isPacked: choice !== 'never',
      files: Math.round(items * 0.9),
      packs: Math.ceil(items / 9000),
      maxFileBytes: 8_000_000,
      aloneRequests: items * 3 + 1,
      packedRequests: Math.ceil(items * 0.3),
    },
  };
}

export function settingsForm(): ProcessingSettingView[] {
  return profile.datasetSettings.map((setting) => ({
    field: setting.field,
    label: setting.label,
    kind: kindOf(setting.kind),
    options: ('options' in setting && setting.options !== undefined ? setting.options : []).map((option) => ({
      value: option.value,
      label: option.label,
      basis: 'known' in option && option.known === true ? 'documented' : 'assumed',
    })),
    default: 'default' in setting && typeof setting.default === 'string' ? setting.default : null,
    known: setting.known,
    isOffered: true,
  }));
}

const kinds = ['choice', 'boolean', 'text', 'timezone', 'language', 'custodian', 'projects'] as const;
function kindOf(kind: string): ProcessingSettingView['kind'] {
  return kinds.find((each) => each === kind) ?? 'text';
}
