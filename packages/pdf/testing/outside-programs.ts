/**
 * Programs that no npm package brings. Tests, fixtures, campaigns and benches find and run them here and nowhere else
 * (`test/outside-programs.test.ts`), so that on a machine without one its tests are skipped and `npm test` names it.
 */

import { execFile, type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The Debian package to install for each. */
export const PACKAGE_OF = {
  qpdf: 'qpdf',
  pdfdetach: 'poppler-utils',
  pdffonts: 'poppler-utils',
  pdfimages: 'poppler-utils',
  pdfinfo: 'poppler-utils',
  pdfsig: 'poppler-utils',
  pdftoppm: 'poppler-utils',
  pdftotext: 'poppler-utils',
  pdfunite: 'poppler-utils',
  pdftk: 'pdftk-java',
  mutool: 'mupdf-tools',
  openssl: 'openssl',
  'softhsm2-util': 'softhsm2',
  'pkcs11-tool': 'opensc',
  python3: 'python3',
  'systemd-analyze': 'systemd',
  chromium: 'chromium',
  'chromium-headless-shell': 'chromium-headless-shell',
} as const;

export type OutsideProgram = keyof typeof PACKAGE_OF;

export interface ProgramOptions {
  readonly input?: string | Uint8Array;
  readonly env?: NodeJS.ProcessEnv;
  /** The timeout is in ms. */
  readonly timeout?: number;
  /** Bytes of output; it is ended when it writes more. */
  readonly maxBuffer?: number;
}

export interface ProgramRun {
  /** It is null if it was ended. */
  readonly status: number | null;
  readonly bytes: Buffer;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output, followed by standard error. */
  readonly text: string;
}

const MAX_OUTPUT_BYTES = 1 << 29;

const paths = new Map<string, string | undefined>();

/** Returns undefined if the program is not installed. */
export function findProgram(name: OutsideProgram): string | undefined {
  if (!paths.has(name)) paths.set(name, lookFor(process.platform === 'win32' ? `${name}.exe` : name));
  return paths.get(name);
}

function lookFor(file: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, file)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

export function hasPrograms(...names: readonly OutsideProgram[]): boolean {
  return names.every((name) => findProgram(name) !== undefined);
}

/** A line for each that is missing, with what to install. */
export function missingPrograms(names: readonly OutsideProgram[]): string[] {
  return names.filter((name) => !hasPrograms(name)).map(sentenceOfMissing);
}

function sentenceOfMissing(name: OutsideProgram): string {
  return `${name} is not installed (on Debian: apt-get install ${PACKAGE_OF[name]})`;
}

/** Ends a script with a line that says what it lacks. */
export function requirePrograms(...names: readonly OutsideProgram[]): void {
  const missing = missingPrograms(names);
  if (missing.length === 0) return;
  process.stderr.write(`${missing.join('; ')}.\n`);
  process.exit(1);
}

/** Throws if it is not installed, so that a test that did not ask fails with a sentence. */
export function programPath(name: OutsideProgram): string {
  const path = findProgram(name);
  if (path === undefined) throw new Error(sentenceOfMissing(name));
  return path;
}

/** Does not throw for exit codes. */
export function runProgram(
  name: OutsideProgram,
  args: readonly string[],
  options: ProgramOptions = {},
): ProgramRun {
  const result = spawnSync(programPath(name), args, { maxBuffer: MAX_OUTPUT_BYTES, ...options });
  return toRun(result);
}

/** Returns what it writes to standard output. Throws with what it says if it fails. */
export function runToSuccess(
  name: OutsideProgram,
  args: readonly string[],
  options: ProgramOptions = {},
): Buffer {
  const { status, bytes, stderr } = runProgram(name, args, options);
  if (status !== 0) throw new Error(`${name} ${args.join(' ')} failed:\n${stderr}`);
  return bytes;
}

/** Beside other work; as `runProgram`. */
export function startProgram(
  name: OutsideProgram,
  args: readonly string[],
  { timeout = 0 }: Pick<ProgramOptions, 'timeout'> = {},
): Promise<ProgramRun> {
  const path = programPath(name);
  return new Promise((resolve) => {
    const options = { encoding: 'buffer', maxBuffer: MAX_OUTPUT_BYTES, timeout } as const;
    const child = execFile(path, args, options, (_error, stdout, stderr) =>
      resolve(toRun({ status: child.exitCode, stdout, stderr })),
    );
  });
}

function toRun(ended: Pick<SpawnSyncReturns<Buffer>, 'status' | 'stdout' | 'stderr'>): ProgramRun {
  return {
    status: ended.status,
    bytes: ended.stdout,
    // Decoded when asked for: a drawn picture has megabytes.
    get stdout() {
      return ended.stdout.toString();
    },
    get stderr() {
      return ended.stderr.toString();
    },
    get text() {
      return this.stdout + this.stderr;
    },
  };
}
