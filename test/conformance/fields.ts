/** Reads the specification's lists of fields, such as `id (integer), firstName, lastName (strings), active (boolean, ext)`. */

export interface ListedField {
  readonly name: string;
  /** The first words of the note. Empty if the list states none. */
  readonly type: string;
  /** What is in parentheses. */
  readonly note: string;
  readonly extended: boolean;
}

export interface FieldList {
  readonly fields: readonly ListedField[];
  /** Pieces that are no field. The reader's test says which there are, so that none is dropped unseen. */
  readonly rest: readonly string[];
}

export function readFieldList(text: string): FieldList {
  const groups = splitAtTopLevel(text, ';').map(readGroup);
  return { fields: groups.flatMap(({ fields }) => fields), rest: groups.flatMap(({ rest }) => rest) };
}

function readGroup(text: string): FieldList {
  const fields: ListedField[] = [];
  const rest: string[] = [];
  // From the end, because a plural and "each a …" are the type of the names before them.
  let sharedType = '';
  for (const piece of splitAtTopLevel(text, ',').toReversed()) {
    const [, name, note = '', word] =
      /^([a-z]\w*)(?: \((.*)\)| (integer|string|boolean)| as in \w+)?$/.exec(piece) ?? [];
    const [, each] = /^each an? (\w+)/.exec(piece) ?? [];
    if (each !== undefined) sharedType = each;
    else if (name === undefined) rest.unshift(piece);
    else {
      const [stated = ''] = note.split(/[,;] /);
      const [, singular] = /^(integer|number|string|timestamp)s$/.exec(stated) ?? [];
      if (singular !== undefined) sharedType = singular;
      else if (note !== '' || word !== undefined) sharedType = '';
      const type = singular ?? word ?? (stated === 'ext' ? '' : stated);
      fields.unshift({ name, type: type === '' ? sharedType : type, note, extended: /\bext\b/.test(note) });
    }
  }
  return { fields, rest };
}

/** Splits outside of parentheses and braces. */
export function splitAtTopLevel(text: string, separator: string): readonly string[] {
  const pieces: string[] = [];
  let depth = 0;
  let start = 0;
  for (const [index, character] of [...text].entries()) {
    if ('({'.includes(character)) depth += 1;
    if (')}'.includes(character)) depth -= 1;
    if (depth === 0 && text.startsWith(separator, index)) {
      pieces.push(text.slice(start, index));
      start = index + separator.length;
    }
  }
  return [...pieces, text.slice(start)].map((piece) => piece.trim()).filter((piece) => piece !== '');
}
