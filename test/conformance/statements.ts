interface Stated {
  /** `operation 6`, `field User.mfaRequired`, `rule 4.2.custodian-sync-rules.7` */
  readonly id: string;
  /** `4.2` */
  readonly section: string;
  readonly text: string;
}

export interface Rule extends Stated {
  readonly kind: 'rule';
}

/** The columns of 4.2, as written. Empty for an operation that has a name instead of a number. */
export interface Operation extends Stated {
  readonly kind: 'operation';
  readonly extended: boolean;
  readonly parameters: string;
  readonly body: string;
  readonly response: string;
  readonly access: string;
}

export interface Field extends Stated {
  readonly kind: 'field';
  /** `DatabaseBilling` */
  readonly record: string;
  /** `name`, or `saml.state` for a field of an object inside the record. */
  readonly path: string;
  /** As written, such as `array of strings`. Empty if the specification states none. */
  readonly type: string;
  readonly extended: boolean;
}

export type Statement = Rule | Operation | Field;

export const isExtended = (text: string): boolean => /\bext\b/.test(text);

/** The words before a colon, or else the first four. */
export function slug(paragraph: string): string {
  const [, title] = /^([^:.]{3,40}):/.exec(paragraph) ?? [];
  return slugOfTitle(title ?? paragraph.split(' ').slice(0, 4).join(' '));
}

export const slugOfTitle = (title: string): string =>
  title
    .replace(/\(.*/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
