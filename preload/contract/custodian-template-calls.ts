/** The window's calls for custodian templates. */
import { z } from 'zod';
import { command, noValue, query } from './call.ts';
import { custodianTemplateView, templateName } from './custodian-template.ts';
import { uploadView } from './views.ts';

const uploadId = z.object({ uploadId: z.int() });
const id = z.object({ id: z.int() });

export const custodianTemplateCalls = {
  /** Those of the draft's database first, then those of its server. */
  'custodianTemplates.list': query('engine', uploadId, z.array(custodianTemplateView)),
  /** Under the name of another template, replaces it. `leftOut`: rows of the CSV with a path outside the chosen folders. */
  'custodianTemplates.save': command(
    'engine',
    uploadId.extend({ name: templateName }),
    z.object({ id: z.int(), leftOut: z.int() }),
  ),
  /** One change, which can be undone. Fails with custodian-template-not-found. */
  'custodianTemplates.apply': command('engine', uploadId.extend({ id: z.int() }), uploadView),
  /** Fails with custodian-template-exists. */
  'custodianTemplates.rename': command('engine', id.extend({ name: templateName }), noValue),
  'custodianTemplates.remove': command('engine', id, noValue),
  /** Opens a save dialog, then writes the template as JSON. Null if the dialog was closed. */
  'custodianTemplates.export': command('main', id, z.object({ path: z.string() }).nullable()),
  /** Opens a dialog for such a file. Null if it was closed. Fails with custodian-template-invalid. */
  'custodianTemplates.import': command('main', noValue, z.object({ name: z.string() }).nullable()),
} as const;
