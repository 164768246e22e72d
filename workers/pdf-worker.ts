/** Entry point of a PDF thread: looks the task up, runs it, wraps the outcome. */
import { workerData } from 'node:worker_threads';
import { performTask, type TaskCall, type TaskContext, taskTable } from '@countersign/toolkit/tasks';

const context: TaskContext = workerData;

export default (call: TaskCall) => performTask(taskTable, call, context);
