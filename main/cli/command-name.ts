import { programName } from '../../preload/contract/texts/program-name.ts';

/** For hints, which people copy. */
export const program = programName(process.env);
