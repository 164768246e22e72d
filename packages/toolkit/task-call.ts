/** One task as it travels to a thread: plain data and transferred buffers. */
export interface TaskCall {
  readonly task: string;
  readonly args: unknown;
}
