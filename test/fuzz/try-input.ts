import { FormError } from '@countersign/forms';
import { openPdf, PdfError } from '@countersign/pdf';
import { SealError } from '@countersign/seal';
import { ToolkitError } from '@countersign/toolkit';
import { explain } from './explained.ts';
import type { Finding, InputOutcome } from './finding.ts';
import { hostileCms } from './jobs/cms-job.ts';
import type { Job, SavedFile } from './jobs/job.ts';
import { READING_JOBS } from './jobs/reading-jobs.ts';
import { SAVING_JOBS } from './jobs/saving-jobs.ts';
import { signAccepted } from './jobs/signing-job.ts';
import { askQpdf, isWorse, type QpdfVerdict } from './qpdf.ts';

export interface TryOptions {
  /** Let qpdf check the input and, if that passes, every saved file. */
  readonly askQpdf: boolean;
  /** Called before each operation, for the watchdog; undefined if none runs. */
  readonly announce: (job: string | undefined) => void;
}

const STACK_LINES = 6;

/** Runs all operations on an input and returns the findings. */
export async function tryInput(bytes: Uint8Array, options: TryOptions): Promise<InputOutcome> {
  const findings: Finding[] = [];
  const qpdf = options.askQpdf ? askQpdf(bytes) : undefined;
  const opened = await openOnce(bytes, options, findings);
  const counts = { saved: 0, checked: 0 };
  const explained: string[] = [];
  const jobs = opened === 'accepted' ? [...READING_JOBS, hostileCms, ...SAVING_JOBS, signAccepted] : [];
  for (const job of jobs) {
    const saved = await runJob(job, bytes, options, findings);
    if (saved === undefined) continue;
    counts.saved += 1;
    if (!(await isReopened(job, saved, options, findings)) || !isReadable(qpdf)) continue;
    counts.checked += 1;
    const worse = Buffer.compare(saved.bytes, bytes) === 0 ? undefined : findWorse(saved, qpdf);
    if (worse === undefined) continue;
    const reason = explain({ input: bytes, before: qpdf, after: worse });
    if (reason !== undefined) explained.push(reason);
    else findings.push({ kind: 'worse_for_qpdf', job: job.name, detail: describeWorse(qpdf, worse) });
  }
  options.announce(undefined);
  return { opened, findings, ...counts, explained, qpdf };
}

async function openOnce(bytes: Uint8Array, options: TryOptions, findings: Finding[]): Promise<string> {
  options.announce('open');
  try {
    openPdf(bytes).close();
    return 'accepted';
  } catch (error) {
    if (error instanceof PdfError) return error.code;
    findings.push({ kind: 'exception', job: 'open', detail: describe(error) });
    return 'exception';
  }
}

/** Returns the saved file; undefined if nothing was saved or the job refused. */
async function runJob(
  job: Job,
  bytes: Uint8Array,
  options: TryOptions,
  findings: Finding[],
): Promise<SavedFile | undefined> {
  options.announce(job.name);
  try {
    return await job.run(bytes);
  } catch (error) {
    if (!isForeseen(error)) findings.push({ kind: 'exception', job: job.name, detail: describe(error) });
    return undefined;
  } finally {
    options.announce(undefined);
  }
}

function isForeseen(error: unknown): boolean {
  return [PdfError, FormError, SealError, ToolkitError].some((known) => error instanceof known);
}

/** The engine has to read what it wrote, with the expected pages. */
async function isReopened(
  job: Job,
  saved: SavedFile,
  options: TryOptions,
  findings: Finding[],
): Promise<boolean> {
  options.announce(`${job.name}, opened again`);
  try {
    const { pageCount } = openPdf(saved.bytes);
    if (pageCount === saved.pages) return true;
    const detail = `${pageCount} pages instead of ${saved.pages}`;
    findings.push({ kind: 'pages_lost', job: job.name, detail });
  } catch (error) {
    findings.push({ kind: 'not_reopened', job: job.name, detail: describe(error) });
  } finally {
    options.announce(undefined);
  }
  return false;
}

/** If qpdf rejects the input, its result is not compared; the engine still has to open the saved file. */
function isReadable(verdict: QpdfVerdict | undefined): verdict is QpdfVerdict {
  return verdict !== undefined && verdict.class !== 'errors';
}

function findWorse(saved: SavedFile, before: QpdfVerdict): QpdfVerdict | undefined {
  const after = askQpdf(saved.bytes);
  return after !== undefined && isWorse(after, before) ? after : undefined;
}

function describeWorse(before: QpdfVerdict, after: QpdfVerdict): string {
  return `${before.class} became ${after.class}\n${after.complaints}\nThe input:\n${before.complaints}`;
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const shown = frames.map((line) => line.trim().replace(/file:\/\/\S*?(?=\/(packages|node_modules)\/)/, ''));
  return [`${error.name}: ${error.message}`, ...shown.slice(0, STACK_LINES)].join('\n');
}
