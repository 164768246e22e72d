import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirstSequencer } from './longest-first-sequencer.ts';

const root = new URL('..', import.meta.url).pathname;

/** One project per kind of test: `npx vitest run -c test/vitest.config.ts --project unit`. */
export default defineConfig({
  test: {
    root,
    // At least two: on two cores vitest would otherwise run one file at a time, mostly waiting.
    maxWorkers: Math.max(2, availableParallelism()),
    // All projects in one group: two files that wait share a core well.
    sequence: { sequencer: LongestFirstSequencer },
    projects: [
      {
        test: {
          name: 'unit',
          root,
          include: [
            'bench/**/*.test.ts',
            'packages/**/*.test.ts',
            'workers/**/*.test.ts',
            'fixtures/**/*.test.ts',
            'release/**/*.test.ts',
          ],
          setupFiles: ['test/check-answers.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'repository',
          root,
          include: [
            'test/*.test.ts',
            'test/pdf/**/*.test.ts',
            'test/fuzz/**/*.test.ts',
            'test/rules/**/*.test.ts',
          ],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'library',
          root,
          include: ['test/library/**/*.test.ts'],
          globalSetup: ['test/library/global-setup.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'service',
          root,
          include: ['test/service/**/*.test.ts'],
          setupFiles: ['test/check-answers.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'crash',
          root,
          include: ['test/crash/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'browser',
          root,
          include: ['test/browser/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
