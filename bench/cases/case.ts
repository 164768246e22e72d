import type { Input } from '../inputs.ts';
import type { JobName } from '../peers/task.ts';

/** One job on one input, done by everybody who can. */
export interface Case {
  /** `fields/scan`: what `--only` matches. */
  readonly id: string;
  readonly title: string;
  readonly job: JobName;
  readonly input: Input;
  /** What a reader must answer, or what must be found in the file that a writer left. */
  readonly expected: string;
  /** Reads the written file back with a reader that is not under test here. */
  readonly readBack?: (output: string) => Promise<string>;
  /** Arguments of our command line; without them a cold process of ours is started as a peer's is. */
  readonly command?: (output: string) => readonly string[];
  /** Native programs that do the job. */
  readonly natives: readonly NativeCommand[];
  /** What it is compared with: the least that has to be done. */
  readonly floor?: FloorName;
  /** Whether it counts by how much the file grows. */
  readonly tellsGrowth?: boolean;
}

/**
 * Copying the file and appending what we append; the same, and the SHA-256 of the whole; reading all files and writing as
 * many bytes as we write.
 */
export type FloorName = 'copy and append' | 'copy and hash' | 'read and write';

export interface NativeCommand {
  readonly program: string;
  readonly args: (output: string) => readonly string[];
  /** What its standard output must hold, where it writes no file. */
  readonly prints?: string;
}

/** The file of an input that has one. */
export function pathOf({ paths, id }: Input): string {
  const [path] = paths;
  if (path === undefined) throw new Error(`${id} has no file`);
  return path;
}
