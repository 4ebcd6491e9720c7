import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { custodianTemplateFile } from '../../../../preload/contract/views/custodian-template.ts';
import type { StoredCustodianTemplate } from '../../store/custodians/custodian-template-repository.ts';
import { writeText } from '../../store/files/atomic-file.ts';
import {
  applyEarlier,
  applyTemplate,
  earlierCustodians,
  offeredTemplates,
  readTemplateFile,
  templateOf,
} from '../../uploads/drafts/custodian-templates.ts';
import { refuseOverLimit } from '../../uploads/prepare/check-limits.ts';
import type { HandlerContext, HandlersOf } from '../handler-context.ts';

/** Custodian templates per client. */
export function custodianTemplateHandlers({
  engine,
  core,
  publisher,
}: HandlerContext): HandlersOf<'custodianTemplates'> {
  const { custodianTemplates, custodians } = core.repositories;
  const { writes } = core.store;

  function find(id: number): Result<StoredCustodianTemplate> {
    const found = custodianTemplates.get(id);
    return found === null ? failure('custodian-template-not-found', { name: '' }) : success(found);
  }

  return {
    'custodianTemplates.list': ({ uploadId }) => {
      const upload = engine.upload(uploadId);
      return upload.ok ? success([...offeredTemplates(custodianTemplates.all(), upload.value)]) : upload;
    },
    'custodianTemplates.save': ({ uploadId, name }) => {
      const upload = engine.upload(uploadId);
      if (!upload.ok) return upload;
      const [map = null] = custodians.maps(upload.value.id, upload.value.request.custodianRules);
      const { template, leftOut } = templateOf(name, upload.value, map);
      // What is stored and can't be read again would hide every other template.
      const limits = refuseOverLimit(custodianTemplateFile.safeParse(template).error?.issues ?? []);
      if (!limits.ok) return limits;
      const id = writes.transaction(() => custodianTemplates.save(template, new Date().toISOString()));
      return success({ id, leftOut });
    },
    'custodianTemplates.apply': async ({ uploadId, id }) => {
      const found = find(id);
      if (!found.ok) return found;
      const applied = await applyTemplate(core, uploadId, found.value.template);
      return applied.ok ? publisher.changed(uploadId) : applied;
    },
    'custodianTemplates.earlier': ({ uploadId }) => {
      const upload = engine.upload(uploadId);
      return upload.ok ? success(earlierCustodians(core.repositories, upload.value)) : upload;
    },
    'custodianTemplates.applyEarlier': async ({ uploadId }) => {
      const upload = engine.upload(uploadId);
      if (!upload.ok) return upload;
      const applied = await applyEarlier(core, upload.value);
      return applied.ok ? publisher.changed(uploadId) : applied;
    },
    'custodianTemplates.rename': ({ id, name }) => {
      const taken = custodianTemplates.idOf(name);
      if (taken !== null && taken !== id) return failure('custodian-template-exists', { name });
      writes.transaction(() => custodianTemplates.rename(id, name));
      return success(undefined);
    },
    'custodianTemplates.remove': ({ id }) => {
      writes.transaction(() => custodianTemplates.remove(id));
      return success(undefined);
    },
    'custodianTemplates.write': async ({ id, path }) => {
      const found = find(id);
      if (!found.ok) return found;
      const text = `${JSON.stringify(found.value.template, null, 2)}\n`;
      return engine.saveFile(path, (file) => writeText(file, text));
    },
    'custodianTemplates.add': async ({ path }) => {
      const read = await readTemplateFile(path);
      if (!read.ok) return read;
      const { name } = read.value;
      if (custodianTemplates.idOf(name) !== null) return failure('custodian-template-exists', { name });
      writes.transaction(() => custodianTemplates.save(read.value, new Date().toISOString()));
      return success({ name });
    },
  };
}
