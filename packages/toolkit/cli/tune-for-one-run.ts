import v8 from 'node:v8';

/** 20 and 13 times the default: optimizing takes more CPU time than reading 1,000 fields. */
const OPTIMIZE_LATER = ['--invocation-count-for-maglev=8000', '--invocation-count-for-turbofan=40000'];

/** Merging eight files spent a tenth of its CPU time on a collection that it did not need. */
const COLLECT_AT_ONCE = ['--no-incremental-marking'];

/** Node releases with the flags; others may complain on stderr. */
const SUPPORTED = { first: 22, last: 25 };

/** Before the compile cache is enabled, which depends on flags. */
export function tuneForOneRun(): void {
  const release = Number.parseInt(process.versions.node, 10);
  if (release < SUPPORTED.first || release > SUPPORTED.last) return;
  for (const flag of [...OPTIMIZE_LATER, ...COLLECT_AT_ONCE]) v8.setFlagsFromString(flag);
}
