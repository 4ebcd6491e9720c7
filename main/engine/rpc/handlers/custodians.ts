import { type Result, success } from '../../../../preload/contract/failures/failure.ts';
import type { UploadView } from '../../../../preload/contract/views/views.ts';
import { checkRules } from '../../intake/custodians/check-rules.ts';
import { readCustodianMapSource } from '../../intake/custodians/read-map.ts';
import type { UploadId } from '../../types/ids.ts';
import {
  addCustodianMap,
  type CustodianChange,
  changeCustodians,
  custodianHistory,
  undoCustodians,
} from '../../uploads/drafts/assign-custodians.ts';
import type { HandlerContext, HandlersOf } from '../handler-context.ts';

type Names =
  | 'drafts.setCustodians'
  | 'drafts.assignCustodian'
  | 'drafts.mergeCustodians'
  | 'drafts.leaveUnassigned'
  | 'drafts.undoCustodians'
  | 'drafts.custodianHistory'
  | 'drafts.previewCustodians'
  | 'drafts.readCustodianMap'
  | 'drafts.custodianMapMatch';

/** Who gets what in a draft. */
export function custodianHandlers({
  core,
  queries,
  publisher,
}: HandlerContext): Pick<HandlersOf<'drafts'>, Names> {
  async function change(uploadId: UploadId, changes: CustodianChange): Promise<Result<UploadView>> {
    const changed = await changeCustodians(core, uploadId, changes);
    return changed.ok ? publisher.changed(uploadId) : changed;
  }

  return {
    'drafts.setCustodians': ({ uploadId, rules, custodian }) =>
      change(uploadId, { kind: 'rules', rules, custodian: custodian === '' ? null : custodian }),
    'drafts.assignCustodian': async ({ uploadId, ...assigned }) => {
      const changed = await change(uploadId, { kind: 'assign', ...assigned });
      return changed.ok ? success(undefined) : changed;
    },
    'drafts.mergeCustodians': ({ uploadId, from, to }) =>
      change(uploadId, { kind: 'rename', names: [...new Set(from)].map((name) => ({ from: name, to })) }),
    'drafts.leaveUnassigned': ({ uploadId, leave }) => change(uploadId, { kind: 'leave-unassigned', leave }),
    'drafts.undoCustodians': async ({ uploadId, direction }) => {
      const undone = await undoCustodians(core, uploadId, direction);
      return undone.ok ? publisher.changed(uploadId) : undone;
    },
    'drafts.custodianHistory': ({ uploadId }) => success(custodianHistory(core, uploadId)),
    'drafts.previewCustodians': async ({ uploadId, rules, custodian }) => {
      const checked = checkRules(rules);
      if (!checked.ok) return checked;
      const fallback = custodian === '' ? null : custodian;
      return success(await queries.query('previewCustodians', uploadId, rules, fallback));
    },
    'drafts.readCustodianMap': async ({ uploadId, path, separator }) => {
      const roots = core.repositories.uploads.get(uploadId)?.request.sources ?? [];
      const read = await core.tasks.run((closing) =>
        readCustodianMapSource(path, { roots, separator }, core.sources, closing),
      );
      if (!read.ok) return read;
      const { map, rule } = read.value;
      const added = await addCustodianMap(core, uploadId, map);
      return added.ok ? success(rule) : added;
    },
    'drafts.custodianMapMatch': async ({ uploadId }) =>
      success(await queries.query('custodianMapMatch', uploadId)),
  };
}
