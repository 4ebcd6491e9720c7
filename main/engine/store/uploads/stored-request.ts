import { z } from 'zod';
import type { StoredLink } from '../../../../preload/contract/texts/secret-links.ts';
import { custodianNames, custodianRules } from '../../../../preload/contract/views/custodian-rule.ts';
import { selection } from '../../../../preload/contract/views/selection-schema.ts';
import { packChoices } from '../../../../preload/contract/views/states.ts';
import { isJsonObject, type JsonObject } from '../../types/canonical-json.ts';
import type { UploadRequest } from '../../types/uploads.ts';

/** A request as it is stored: links without their secrets, without the rows of a CSV, and with what a directory's CSV was. */
export type StoredRequest = Omit<UploadRequest, 'links' | 'custodianMap'> & {
  readonly links: readonly StoredLink[];
  /** SHA-256 of the file when the upload was created. Uploads of earlier versions have none. */
  readonly custodianDirectorySha256?: string;
};

export function storedRequest(
  request: UploadRequest,
  links: readonly StoredLink[],
  directorySha256: string | null,
): StoredRequest {
  const { custodianMap: _, ...stored } = request;
  return {
    ...stored,
    links,
    ...(directorySha256 === null ? {} : { custodianDirectorySha256: directorySha256 }),
  };
}

const text = z.string();
const shape = z.looseObject({
  databaseId: z.int(),
  dataset: z.union([
    z.looseObject({ id: z.int() }),
    z.looseObject({ name: text, description: text.nullable() }),
  ]),
  settings: z.custom<JsonObject>(isJsonObject),
  sources: z.array(text),
  links: z.array(z.looseObject({ shown: text, hasSecret: z.boolean(), name: text.optional() })),
  custodian: text.nullable(),
  custodianDirectory: text.nullish(),
  custodianDirectorySha256: text.optional(),
  custodianRules,
  custodianNames: custodianNames.optional(),
  leaveUnassigned: z.boolean().optional(),
  passwordFile: text.nullable(),
  sha1: z.boolean(),
  sha256: z.boolean().optional(),
  pack: z.enum(packChoices),
  selection: selection.optional(),
});
/** The rest are choices that a value of another kind doesn't crash. */
export const storedRequestSchema = z.custom<StoredRequest>((value) => shape.safeParse(value).success);

/** Stands for one that can't be read. */
export const unreadableRequest: StoredRequest = {
  databaseId: 0,
  dataset: { name: '', description: null },
  settings: {},
  sources: [],
  links: [],
  custodian: null,
  custodianRules: [],
  passwordFile: null,
  followSymlinks: false,
  sha1: false,
  partCheck: 'auto',
  pack: 'never',
};
