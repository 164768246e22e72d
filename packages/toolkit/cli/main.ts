#!/usr/bin/env node
import module from 'node:module';
import { tuneForOneRun } from './tune-for-one-run.ts';

tuneForOneRun();
// Node 22.1; before anything else is loaded.
module.enableCompileCache?.();
// No top-level await: the built command is CommonJS, which starts faster. No process.exit: open handles end
// by themselves.
import('./command-line.ts').then(async ({ runCommandLine }) => {
  process.exitCode = await runCommandLine(process.argv.slice(2));
});
