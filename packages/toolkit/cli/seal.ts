import type { CommandRun } from './command-run.ts';
import { printEachFile } from './each-file.ts';

export const runSeal: CommandRun = (call) =>
  printEachFile(call, async (file) => {
    const reason = String(call.values.reason);
    const report = await call.toolkit.seal(file, call.out, { reason, signedAt: new Date().toISOString() });
    return {
      json: { file, output: call.out, ...report },
      text: `${call.out}: sealed, ${report.size} bytes, sha256 ${report.sha256}`,
    };
  });
