import { basename } from 'node:path';
import { replaceFile } from '../disturbances.ts';
import type { Random } from '../random.ts';
import { movedFolder, type Tree } from './tree.ts';

const packs = ['never', 'auto', 'always'] as const;

interface Rule {
  name: string;
  readonly tree: Tree;
  readonly polling: 'auto' | 'always';
  readonly datasetPer: 'batch' | 'day' | 'folder' | 'rule';
  pack: (typeof packs)[number];
  isClosed: boolean;
  isRemoved: boolean;
}

/** The config file of the service, and what disturbances do to it. */
export class Rules {
  readonly rules: readonly Rule[];
  /** What a person types for the database, once it has another name. */
  confirmDatabase: string | null = null;
  isBroken = false;
  readonly #path: string;
  readonly #databaseId: number;

  constructor(path: string, databaseId: number, trees: readonly Tree[], random: Random) {
    this.#path = path;
    this.#databaseId = databaseId;
    const [inbox, twin, share, sorted] = trees;
    if (inbox === undefined || twin === undefined || share === undefined || sorted === undefined)
      throw new Error('No folders');
    const rule = (tree: Tree, of: Pick<Rule, 'polling' | 'datasetPer'>): Rule => ({
      ...{ name: basename(tree.path), tree, ...of },
      ...{ pack: random.pick(packs), isClosed: false, isRemoved: false },
    });
    this.rules = [
      rule(inbox, { polling: 'auto', datasetPer: 'batch' }),
      rule(twin, { polling: 'always', datasetPer: 'day' }),
      rule(share, { polling: 'always', datasetPer: 'folder' }),
      rule(sorted, { polling: 'auto', datasetPer: 'rule' }),
    ];
  }

  repack(random: Random): void {
    random.pick(this.rules).pack = random.pick(packs);
  }

  write(): void {
    const watch = this.rules.flatMap((rule) => (rule.isRemoved ? [] : [this.#configOf(rule)]));
    replaceFile(this.#path, this.isBroken ? '{ "watch": [' : JSON.stringify({ watch }));
  }

  #configOf({ name, tree, polling, datasetPer, pack, isClosed }: Rule) {
    return {
      ...{ name, path: tree.path, polling, datasetPer, pack, database: this.#databaseId },
      ...{ settleSeconds: 2, quietSeconds: 1, rescanSeconds: 2, custodianBy: 'folder:1' },
      dataset: datasetPer === 'rule' ? '{folder}' : '{folder} {date}',
      schedule: isClosed ? closedNow() : null,
      afterwards: tree.isMoving ? { moveTo: movedFolder } : 'leave',
      ...(this.confirmDatabase === null ? {} : { confirmDatabase: this.confirmDatabase }),
    };
  }
}

/** A minute that no clock of a round comes to. */
function closedNow() {
  return { days: [(new Date().getDay() + 4) % 7], from: '00:00', to: '00:01' };
}
