/** Moves a file and is killed after one of its changes to the disk: arguments are the request as JSON and which change. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [request = '', killAfter = ''] = process.argv.slice(2);
let changes = 0;

function killAfterwards<Given extends unknown[], Answer>(change: (...given: Given) => Answer) {
  return (...given: Given): Answer => {
    const answer = change(...given);
    changes += 1;
    if (changes === Number(killAfter)) process.kill(process.pid, 'SIGKILL');
    return answer;
  };
}

fs.linkSync = killAfterwards(fs.linkSync);
fs.renameSync = killAfterwards(fs.renameSync);
fs.unlinkSync = killAfterwards(fs.unlinkSync);
syncBuiltinESMExports();
const { moveFile } = await import('../../main/engine/sources/move-file.ts');
const { file, ...rest } = JSON.parse(request);
const integers = ['mtimeNs', 'device', 'fileId', 'bornNs', 'ctimeNs'].map((name) => [
  name,
  BigInt(file[name]),
]);
moveFile({ ...rest, file: { ...file, ...Object.fromEntries(integers) } });
