/** Writes profile.schema.json from the schema in code. A test fails if the file is out of date. */
import { writeFileSync } from 'node:fs';
import { profileJsonSchema } from '../../main/engine/platform/profile.ts';

const schemaPath = new URL('./profile.schema.json', import.meta.url);
writeFileSync(schemaPath, `${JSON.stringify(profileJsonSchema(), null, 2)}\n`);
