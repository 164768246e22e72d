import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPrograms, runProgram } from '@countersign/pdf/testing';

export type QpdfClass = 'clean' | 'warnings' | 'errors';

export interface QpdfVerdict {
  readonly class: QpdfClass;
  readonly complaints: string;
}

const RANK: Readonly<Record<QpdfClass, number>> = { clean: 0, warnings: 1, errors: 2 };
/** Limits in milliseconds and bytes: qpdf may run and print for minutes on hostile input. */
const LIMITS = { timeout: 10_000, maxBuffer: 8 * 1024 * 1024 };
const MAX_COMPLAINTS = 8;

/** Returns qpdf's result; undefined if it is not installed or gave up. */
export function askQpdf(bytes: Uint8Array): QpdfVerdict | undefined {
  if (!hasPrograms('qpdf')) return undefined;
  const { status, stderr } = runQpdf('--check', bytes);
  if (status !== 0 && status !== 2 && status !== 3) return undefined;
  const complaints = stderr.split('\n').slice(0, MAX_COMPLAINTS).join('\n');
  return { class: status === 0 ? 'clean' : status === 3 ? 'warnings' : 'errors', complaints };
}

export function countPagesWithQpdf(bytes: Uint8Array): number | undefined {
  if (!hasPrograms('qpdf')) return undefined;
  const { stdout } = runQpdf('--show-npages', bytes);
  return /^\d+$/.test(stdout.trim()) ? Number(stdout) : undefined;
}

function runQpdf(
  command: string,
  bytes: Uint8Array,
): { status: number | null; stdout: string; stderr: string } {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-fuzz-'));
  try {
    const path = join(folder, 'file.pdf');
    writeFileSync(path, bytes);
    const { status, stdout, stderr } = runProgram('qpdf', [command, path], LIMITS);
    return { status, stdout, stderr: stderr.replaceAll(path, 'file') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function isWorse(after: QpdfVerdict, before: QpdfVerdict): boolean {
  return RANK[after.class] > RANK[before.class];
}
