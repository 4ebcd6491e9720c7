// @ts-check
// bin.js starts this with the program and its arguments: a program that can't be loaded ends with a sentence, not with a stack.
import { pathToFileURL } from 'node:url';
import { endDamaged } from './damaged-program.js';

// As if the program were started itself.
process.argv.splice(1, 1);
await import(pathToFileURL(process.argv[1] ?? '').href).catch(endDamaged);
