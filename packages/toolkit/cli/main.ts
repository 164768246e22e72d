#!/usr/bin/env node
import module from 'node:module';
import { tuneForOneRun } from './tune-for-one-run.ts';

tuneForOneRun();
// Compiled code is kept for the next run; Node has this since 22.1. It must be on before anything else is loaded.
module.enableCompileCache?.();
// No top-level await: the built command is CommonJS, which starts faster. Nor process.exit: what is open ends by itself.
import('./command-line.ts').then(async ({ runCommandLine }) => {
  process.exitCode = await runCommandLine(process.argv.slice(2));
});
