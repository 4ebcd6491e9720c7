/**
 * Paths on this computer. A person chooses each in a dialog of the system or drops it, and the window has an ID for it, which serves
 * one purpose. Main puts the path in its place before a call goes on.
 */
import { z } from 'zod';
import { sourceView } from '../views/views.ts';
import { command } from './call.ts';

/** What a person chooses files and folders for. A grant for it can be used again. */
export const readPurposes = [
  'source-folders',
  'source-files',
  'watched-folder',
  'custodian-map',
  'password-file',
  'hash-list',
  'directory-csv',
  'template',
  'receipt',
  'compare-folder',
  'certificates',
  'timestamp-certificates',
  'profile',
] as const;
export type ReadPurpose = (typeof readPurposes)[number];

/** What a person chooses a place to save for. A grant for it can be used once. */
export const savePurposes = [
  'save-receipt',
  'save-log-head',
  'save-files',
  'save-findings',
  'save-uploads',
  'save-table',
  'save-activity',
  'save-differences',
  'save-history',
  'save-locked-files',
  'save-template',
] as const;
export type SavePurpose = (typeof savePurposes)[number];
/** What is dropped serves whatever takes drops. */
export type PathPurpose = ReadPurpose | 'dropped' | SavePurpose;

/** The ID of a path in a parsed argument. It isn't a path: what handles the call gets one from main, or nothing. */
export class Granted {
  readonly purposes: readonly PathPurpose[];
  readonly id: string;
  constructor(purposes: readonly PathPurpose[], id: string) {
    this.purposes = purposes;
    this.id = id;
  }
}

/** In a schema, the place of a path that was chosen for one of these purposes. */
export function granted(...purposes: readonly PathPurpose[]) {
  return (
    z
      .string()
      .max(100)
      .transform((id) => new Granted(purposes, id))
      // For the JSON schema.
      .meta({ type: 'string', maxLength: 100 })
  );
}

/** A parsed argument, with paths. */
export type WithPaths<Argument> = Argument extends Granted
  ? string
  : // A branded number is an object to the compiler too.
    Argument extends number
    ? Argument
    : Argument extends object
      ? { [Key in keyof Argument]: WithPaths<Argument[Key]> }
      : Argument;

/** To show it, and to name it in a call. */
const savePlace = z.object({ id: z.string(), path: z.string() });
export type SavePlace = z.infer<typeof savePlace>;

export const pathCalls = {
  /** Opens a dialog. Empty if it was closed; at most one, except for sources. Fails if one of them can't be read. */
  'paths.choose': command('main', z.object({ purpose: z.enum(readPurposes) }), z.array(sourceView)),
  /** Opens a save dialog. Today's date follows the name. Returns null if it was closed. */
  'paths.chooseWhereToSave': command(
    'main',
    z.object({
      purpose: z.enum(savePurposes),
      name: z.string().max(1000),
      extension: z.enum(['csv', 'json', 'txt']),
    }),
    savePlace.nullable(),
  ),
} as const;
