import { runAdminCommandLine } from './command-line.ts';

process.exitCode = await runAdminCommandLine(process.argv.slice(2), process.env, {
  out: (text) => process.stdout.write(`${text}\n`),
  error: (text) => process.stderr.write(`${text}\n`),
});
