/** The window's calls for custodian templates. */
import { z } from 'zod';
import { custodianTemplateView, templateName } from '../views/custodian-template.ts';
import { uploadId } from '../views/ids.ts';
import { uploadView } from '../views/views.ts';
import { command, noValue, query } from './call.ts';
import { granted } from './paths.ts';

const ofUpload = z.object({ uploadId });
const id = z.object({ id: z.int() });

export const custodianTemplateCalls = {
  /** Those of the draft's database first, then those of its server. */
  'custodianTemplates.list': query('engine', ofUpload, z.array(custodianTemplateView)),
  /** Under the name of another template, replaces it. `leftOut`: rows of the CSV with a path outside the chosen folders. */
  'custodianTemplates.save': command(
    'engine',
    ofUpload.extend({ name: templateName }),
    z.object({ id: z.int(), leftOut: z.int() }),
  ),
  /** One change, which can be undone. Fails with custodian-template-not-found. */
  'custodianTemplates.apply': command('engine', ofUpload.extend({ id: z.int() }), uploadView),
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
