import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { shareOf } from '../packages/pdf/testing/share.ts';
import { LongestFirstSequencer } from './longest-first-sequencer.ts';

const root = new URL('..', import.meta.url).pathname;
/** Campaigns over many inputs or rounds: `npm run test:long`. */
const LONG = '**/*.long.test.ts';
/** Node loads the modules by type stripping, as in production, and not Vite: a tenth less processor time. */
const experimental = { viteModuleRunner: false };

/** Of these `npm test` takes a share of the rounds, files, devices, languages and databases. */
const SHARED = globSync(['packages/pdf/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root }).filter((path) =>
  readFileSync(join(root, path), 'utf8').includes("testing/share.ts'"),
);

const LONG_FILES = globSync(['test/crash/**/*.test.ts', `packages/${LONG}`, `test/${LONG}`], {
  cwd: root,
  exclude: (path) => path.includes('node_modules'),
}).sort();

/**
 * A run of all projects with all rounds leaves what is shared to the long tests. One with `SHARE` does not, and takes a
 * share of the long tests too.
 */
const isWhole = process.env.ALL_ROUNDS !== undefined;
const isShare = process.env.SHARE !== undefined;
/** A quarter of them took two minutes of fifteen. */
const LONG_ONE_IN = 8;
const exclude = [...configDefaults.exclude, LONG, ...(isWhole ? SHARED : [])];

/** As long as pages wait for an element: a second was too short on a busy machine. */
const expect = { poll: { timeout: 15_000 } };

/** Imported once for each worker, though vitest runs a setup file before each test file. */
const START_PROGRAMS = 'test/start-programs.ts';

/** What one process has compiled, others read: a service starts in two thirds of the processor time. */
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compile');

/** One project per kind of test: `npx vitest run -c test/vitest.config.ts --project unit`. */
export default defineConfig({
  test: {
    root,
    // More than cores, and all projects in one group: tests of the service and of the browser mostly wait.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirstSequencer },
    projects: [
      {
        test: {
          name: 'unit',
          root,
          exclude,
          experimental,
          // Modules are loaded once for each worker and not for each file: a quarter of the time.
          isolate: false,
          include: [
            'bench/**/*.test.ts',
            'packages/!(web)/**/*.test.ts',
            'workers/**/*.test.ts',
            'fixtures/**/*.test.ts',
          ],
          setupFiles: [START_PROGRAMS, 'test/check-answers.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        // Node does not strip the markup of `.tsx`.
        oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
        test: {
          name: 'web',
          root,
          exclude,
          isolate: false,
          include: ['packages/web/**/*.test.ts'],
          setupFiles: [START_PROGRAMS],
        },
      },
      {
        test: {
          name: 'repository',
          root,
          exclude,
          experimental,
          isolate: false,
          include: [
            'test/*.test.ts',
            'test/pdf/**/*.test.ts',
            'test/fuzz/**/*.test.ts',
            'test/rules/**/*.test.ts',
          ],
          setupFiles: [START_PROGRAMS],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'library',
          root,
          exclude,
          experimental,
          include: ['test/library/**/*.test.ts'],
          globalSetup: ['test/library/global-setup.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          // With those of the browser: a worker that has loaded and started the service keeps it for both.
          name: 'service',
          root,
          exclude,
          isolate: false,
          experimental,
          include: ['test/service/**/*.test.ts', 'test/browser/**/*.test.ts'],
          globalSetup: ['test/build-web.ts', 'test/remove-shared-services.ts'],
          setupFiles: [START_PROGRAMS, 'test/check-answers.ts', 'test/browser/close-pages.ts'],
          expect,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'long',
          root,
          isolate: false,
          experimental,
          include: isShare ? [...shareOf(LONG_FILES, LONG_ONE_IN)] : [...LONG_FILES, ...SHARED],
          env: { ALL_ROUNDS: '1' },
          globalSetup: ['test/build-web.ts', 'test/remove-shared-services.ts'],
          setupFiles: [START_PROGRAMS, 'test/check-answers.ts', 'test/browser/close-pages.ts'],
          expect,
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
