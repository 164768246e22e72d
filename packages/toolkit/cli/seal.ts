import type { CompleteReport } from '../pdf-toolkit.ts';
import type { CommandRun } from './command-run.ts';
import { printEachFile } from './each-file.ts';

export const runSeal: CommandRun = (call) =>
  printEachFile(call, async (file) => {
    const reason = String(call.values.reason);
    const report = await call.toolkit.seal(file, call.out, { reason, signedAt: new Date().toISOString() });
    return { json: { file, output: call.out, ...report }, text: describe(call.out, report) };
  });

function describe(output: string, { size, sha256, seal }: CompleteReport): string {
  const stated = seal.timestamp ? [`  timestamp: ${seal.timestamp.time} by ${seal.timestamp.authority}`] : [];
  const failed = seal.failures.map(
    ({ authority, message }) => `  nothing usable from ${authority}: ${message}`,
  );
  return [
    `${output}: sealed at level ${seal.level}, ${size} bytes, sha256 ${sha256}`,
    ...stated,
    ...failed,
  ].join('\n');
}
