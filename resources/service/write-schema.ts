/** Writes watch-config.schema.json from the schema in code. A test fails if the file is out of date. */
import { writeFileSync } from 'node:fs';
import { watchConfigJsonSchema } from '../../preload/contract/watch/watch-config.ts';

const schemaPath = new URL('./watch-config.schema.json', import.meta.url);
writeFileSync(schemaPath, `${JSON.stringify(watchConfigJsonSchema(), null, 2)}\n`);
