import type { OutsideProgram } from '@countersign/pdf/testing';
import type { Input } from '../inputs.ts';
import type { JobName } from '../peers/task.ts';

export interface Case {
  /** `fields/scan`: matched by `--only`. */
  readonly id: string;
  readonly title: string;
  readonly job: JobName;
  readonly input: Input;
  /** The expected answer of a reader, or the check of a written file. */
  readonly expected: string;
  /** Reads the written file with a reader that is not under test. */
  readonly readBack?: (output: string) => Promise<string>;
  /** Arguments of our command line. Without them our cold process is started as a peer's. */
  readonly command?: (output: string) => readonly string[];
  readonly natives: readonly NativeCommand[];
  /** The baseline: the minimal work that the job needs. */
  readonly floor?: FloorName;
  readonly reportsGrowth?: boolean;
}

/**
 * Copying the file and appending our bytes; the same with SHA-256; or reading all files and writing as many bytes as
 * we do.
 */
export type FloorName = 'copy and append' | 'copy and hash' | 'read and write';

export interface NativeCommand {
  readonly program: OutsideProgram;
  readonly args: (output: string) => readonly string[];
  /** Text that standard output must contain if no file is written. */
  readonly prints?: string;
}

export function pathOf({ paths, id }: Input): string {
  const [path] = paths;
  if (path === undefined) throw new Error(`${id} has no file`);
  return path;
}
