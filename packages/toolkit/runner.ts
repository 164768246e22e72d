/** The door `@countersign/toolkit/runner`: what a package needs that runs tasks outside of the caller's thread. */
export {
  type Outcome,
  outcomeOf,
  performTask,
  type TaskCall,
  unwrapOutcome,
} from './perform-task.ts';
export { URGENCIES } from './requests.ts';
export { refuseToSend, type TaskContext } from './signer.ts';
export { type TaskName, type TaskResult, type TaskTable, tasks } from './tasks.ts';
export { checkOptions, createToolkit, type RunTask, toolkitOptions } from './toolkit.ts';
