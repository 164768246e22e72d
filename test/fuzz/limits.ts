/** CPU seconds after which an operation is considered hung. */
export const CPU_SECONDS = 5;
/** Wall seconds for operations that wait; long, because of load. */
export const WALL_SECONDS = 300;
/** Resident memory that an operation may add, as for a thread of the toolkit's pool. */
export const MEMORY_MB = 512;
/** Old space of the heap, so that uncollected garbage does not count. */
export const HEAP_MB = 384;
