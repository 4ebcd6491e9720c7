import { scan } from '../../../main/engine/intake/scan.ts';

/** Scans argv[2] as the user argv[3] and prints what it saw. */
const [folder = '', user = ''] = process.argv.slice(2);
// Threads must come after this: each has the rights of the moment in which it starts.
if (user !== '') {
  process.setgid?.(Number(user));
  process.setgroups?.([]);
  process.setuid?.(Number(user));
}
const files: string[] = [];
const problems: Record<string, string> = {};
const path = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`);
const result = await scan([folder], {}, (batch) => {
  for (const run of batch.folders)
    for (const name of batch.names.slice(run.from, run.to)) files.push(path(run.folder, name));
  for (const problem of batch.problems) problems[path(problem.folder, problem.name)] = problem.code;
});
process.stdout.write(JSON.stringify({ result, files, problems }));
