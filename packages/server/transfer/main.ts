import { runTransfer } from './command-line.ts';

process.exitCode = await runTransfer(process.argv.slice(2), process.env, {
  out: (text) => process.stdout.write(`${text}\n`),
  error: (text) => process.stderr.write(`${text}\n`),
});
