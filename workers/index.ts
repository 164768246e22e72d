export {
  type Isolation,
  type PoolLoad,
  TaskPool,
  type TaskPoolLimits,
  type TaskPoolOptions,
} from './pool.ts';
export type { ThreadCall } from './task-call.ts';
export { buildThreadAnswer, type ThreadAnswer } from './task-thread.ts';
export { createToolkitPool, type ProcessorLimits, type ToolkitPoolOptions } from './toolkit-pool.ts';
