export type { Isolation, TaskPoolLimits } from './pool.ts';
export { createToolkitPool, type ProcessorLimits, type ToolkitPoolOptions } from './toolkit-pool.ts';
