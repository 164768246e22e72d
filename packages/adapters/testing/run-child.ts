import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface RunningChild {
  readonly process: ChildProcess;
  /** Rejects if the process ends. */
  waitForLine(prefix: string): Promise<string>;
  /** So far. */
  readonly lines: readonly string[];
  readonly exited: Promise<void>;
}

/** For tests that kill it. The source reports by `say(line)`. */
export function runChild(source: string): RunningChild {
  const prelude =
    "import { writeSync } from 'node:fs'; const say = (line) => writeSync(1, line + String.fromCharCode(10));";
  const child = spawn(process.execPath, ['--input-type=module', '-e', `${prelude}\n${source}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(line));
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const waitForLine = (prefix: string) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = lines.find((line) => line.startsWith(prefix));
        if (found !== undefined) resolve(found);
      };
      reader.on('line', look);
      look();
      exited.then(() => reject(new Error(`ended without saying ${prefix}; said ${lines.join(' | ')}`)));
    });
  return { process: child, waitForLine, lines, exited };
}
