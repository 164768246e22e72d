import v8 from 'node:v8';

/**
 * Calls after which V8 hands a function to its two optimizing compilers: twenty and thirteen times what it does by itself.
 * Measured with the form of 1,000 fields: all that is compiled after 400 calls takes more CPU time, on other threads, than
 * reading the form does. Long loops are optimized as ever.
 */
const OPTIMIZE_LATER = ['--invocation-count-for-maglev=8000', '--invocation-count-for-turbofan=40000'];

/**
 * V8 begins to mark its first full collection, in small steps, when a heap has a few megabytes: merging eight files spent a
 * tenth of its CPU time on one that the process did not live to need. When the heap is full it is collected at once.
 */
const COLLECT_AT_ONCE = ['--no-incremental-marking'];

/** Releases of Node that were seen to know the flags; one that does not would complain on stderr. */
const KNOWING = { first: 22, last: 25 };

/**
 * For processes that end before optimized code and small pauses pay. To be called before compiled code is kept: it depends
 * on flags.
 */
export function tuneForOneRun(): void {
  const release = Number.parseInt(process.versions.node, 10);
  if (release < KNOWING.first || release > KNOWING.last) return;
  for (const flag of [...OPTIMIZE_LATER, ...COLLECT_AT_ONCE]) v8.setFlagsFromString(flag);
}
