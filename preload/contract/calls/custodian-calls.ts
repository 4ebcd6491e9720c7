/** The window's calls for the custodians of a draft. */
import { z } from 'zod';
import { directoryMatches, matchCandidate } from '../views/custodian-match.ts';
import { custodianPreview, mapMatch } from '../views/custodian-preview.ts';
import { csvSeparator, custodianName, custodianRules, mapRule } from '../views/custodian-rule.ts';
import { custodianTemplateView, earlierCustodians, templateName } from '../views/custodian-template.ts';
import { itemId, uploadId } from '../views/ids.ts';
import { uploadView } from '../views/views.ts';
import { command, noValue, query } from './call.ts';
import { granted } from './paths.ts';

const ofUpload = z.object({ uploadId });
const id = z.object({ id: z.int() });

const custodian = z.string().max(1000);

/** As many as a person selects; more are assigned by the folder above them, or by a rule. */
const ids = z.array(z.int()).max(10_000);
const changeKind = z.enum(['rules', 'assign', 'rename', 'leave-unassigned']);

export const custodianCalls = {
  /** The rules and the upload's default. Fails with custodian-pattern-invalid. */
  'drafts.setCustodians': command(
    'engine',
    ofUpload.extend({ rules: custodianRules, custodian: custodianName.nullable() }),
    uploadView,
  ),
  /** For folders, everything below them, single files, and folders inside containers. With null, what was assigned is cleared. */
  'drafts.assignCustodian': command(
    'engine',
    ofUpload.extend({
      folderIds: ids,
      itemIds: ids.default([]),
      innerFolders: z
        .array(z.object({ itemId, path: z.string().min(1).max(100_000) }))
        .max(10_000)
        .default([]),
      custodian: custodianName.nullable(),
    }),
    noValue,
  ),
  /** Gives every file of several spellings of a custodian to one of them. */
  'drafts.mergeCustodians': command(
    'engine',
    ofUpload.extend({ from: z.array(z.string().max(1000)).min(1).max(1000), to: custodianName }),
    uploadView,
  ),
  /** A person decides whether files without a custodian are sent as they are. */
  'drafts.leaveUnassigned': command('engine', ofUpload.extend({ leave: z.boolean() }), uploadView),
  /** Takes back the last change of custodians, or makes it again. */
  'drafts.undoCustodians': command(
    'engine',
    ofUpload.extend({ direction: z.enum(['undo', 'redo']) }),
    uploadView,
  ),
  /** What can be undone and redone next. */
  'drafts.custodianHistory': query(
    'engine',
    ofUpload,
    z.object({ undo: changeKind.nullable(), redo: changeKind.nullable() }),
  ),
  /** Who would get what by these rules. Changes nothing. Fails with custodian-pattern-invalid. */
  'drafts.previewCustodians': query(
    'engine',
    ofUpload.extend({ rules: custodianRules, custodian: custodianName.nullable() }),
    custodianPreview,
  ),
  /** Reads a CSV of paths and custodians, and keeps its rows for a rule of the draft. Fails with custodian-map-invalid. */
  'drafts.readCustodianMap': command(
    'engine',
    ofUpload.extend({
      path: granted('custodian-map'),
      /** By default, what the file says, or with which the paths are there. */
      separator: csvSeparator.nullable().default(null),
    }),
    mapRule,
  ),
  /** Which lines of the CSV that applies match nothing; null without a CSV. */
  'drafts.custodianMapMatch': query('engine', ofUpload, mapMatch.nullable()),
  // Compares the custodians with a legal hold directory.
  /** With a directory's CSV, and its progress as `directories.progress`. */
  'custodianMatches.compare': command('engine', ofUpload.extend({ path: granted('directory-csv') }), noValue),
  /** With the same file. Fails with directory-not-chosen, and as reading the file does. */
  'custodianMatches.compareAgain': command('engine', ofUpload, noValue),
  /** The comparison fails with stopped. */
  'custodianMatches.cancel': command('engine', noValue, noValue),
  'custodianMatches.list': query('engine', ofUpload, directoryMatches),
  /** The candidates of one custodian, best first. */
  'custodianMatches.candidates': query(
    'engine',
    ofUpload.extend({ custodian }),
    z.object({ candidates: z.array(matchCandidate), more: z.int().nonnegative() }),
  ),
  /** Renames what is certain. Returns how many custodians were renamed. */
  'custodianMatches.acceptCertain': command('engine', ofUpload, z.object({ renamed: z.int() })),
  /** Gives a custodian another name, or keeps it where the name is the same. */
  'custodianMatches.decide': command('engine', ofUpload.extend({ custodian, name: custodianName }), noValue),
  /** The custodian is to be decided again. */
  'custodianMatches.reopen': command('engine', ofUpload.extend({ custodian }), noValue),
  /** Templates of the draft's database first, then those of its server. */
  'custodianTemplates.list': query('engine', ofUpload, z.array(custodianTemplateView)),
  /**
   * Under the name of another template, replaces it. `leftOut`: rows of the CSV with a path outside the chosen folders. Fails
   * with request-limit.
   */
  'custodianTemplates.save': command(
    'engine',
    ofUpload.extend({ name: templateName }),
    z.object({ id: z.int(), leftOut: z.int() }),
  ),
  /** One change, which can be undone. Fails with custodian-template-not-found. */
  'custodianTemplates.apply': command('engine', ofUpload.extend({ id: z.int() }), uploadView),
  /** The rules of an earlier upload of its sources; null if there are none, or if the draft has rules of its own. */
  'custodianTemplates.earlier': query('engine', ofUpload, earlierCustodians.nullable()),
  /** One change, which can be undone. Does nothing where there is none to take. */
  'custodianTemplates.applyEarlier': command('engine', ofUpload, uploadView),
  /** Fails with custodian-template-exists. */
  'custodianTemplates.rename': command('engine', id.extend({ name: templateName }), noValue),
  'custodianTemplates.remove': command('engine', id, noValue),
  /** As JSON. */
  'custodianTemplates.write': command('engine', id.extend({ path: granted('save-template') }), noValue),
  /** From such a file. Fails with custodian-template-invalid. */
  'custodianTemplates.add': command(
    'engine',
    z.object({ path: granted('template') }),
    z.object({ name: z.string() }),
  ),
} as const;
