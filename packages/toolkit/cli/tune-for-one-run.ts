import v8 from 'node:v8';

/**
 * Invocations before V8's two optimizing compilers run: 20 and 13 times the default. For 1,000 fields, optimizing after
 * 400 calls takes more CPU time than reading the form. Loops are optimized as usual.
 */
const OPTIMIZE_LATER = ['--invocation-count-for-maglev=8000', '--invocation-count-for-turbofan=40000'];

/**
 * Incremental marking starts at a few megabytes: merging eight files spent a tenth of its CPU time on a collection that
 * it did not need.
 */
const COLLECT_AT_ONCE = ['--no-incremental-marking'];

/** Releases of Node known to have the flags; others may complain on stderr. */
const KNOWING = { first: 22, last: 25 };

/** Sets V8 flags for short processes. Call it before the compile cache is enabled, which depends on flags. */
export function tuneForOneRun(): void {
  const release = Number.parseInt(process.versions.node, 10);
  if (release < KNOWING.first || release > KNOWING.last) return;
  for (const flag of [...OPTIMIZE_LATER, ...COLLECT_AT_ONCE]) v8.setFlagsFromString(flag);
}
