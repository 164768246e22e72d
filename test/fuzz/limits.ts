/** CPU time in seconds after which an operation counts as hung. */
export const CPU_SECONDS = 5;
/** Wall time in seconds for what waits without computing; long, because on a busy machine what computes waits too. */
export const WALL_SECONDS = 300;
/** What an operation may add to the memory of the idle process (resident set), as a thread of the toolkit's pool may. */
export const MEMORY_MB = 512;
/** Old space of the process's heap, so that garbage alone does not look like need. */
export const HEAP_MB = 384;
