#!/usr/bin/env node
import module from 'node:module';
import v8 from 'node:v8';

// A command ends before optimized code pays off: listing 1,000 fields takes a fifth less processor time with 20 times the
// default (docs/decisions/0002-published-packages.md). Other releases than these may not have the flag.
const release = Number.parseInt(process.versions.node, 10);
if (release >= 22 && release <= 25) v8.setFlagsFromString('--invocation-count-for-maglev=8000');

// Node 22.1. It comes after the flag, on which the cache depends, and before anything else is loaded.
module.enableCompileCache?.();
// A reader that closed the pipe (`| head`) is not an error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}
// No top-level await: the built command is CommonJS, which starts faster. No process.exit: open handles end by
// themselves.
import('./command-line.ts').then(async ({ runCommandLine }) => {
  process.exitCode = await runCommandLine(process.argv.slice(2));
});
