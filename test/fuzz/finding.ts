import type { QpdfVerdict } from './qpdf.ts';

export type FindingKind =
  | 'hang'
  | 'memory'
  | 'exception'
  | 'crash'
  | 'not_reopened'
  | 'pages_lost'
  | 'worse_for_qpdf';

/** Something that no input may do. */
export interface Finding {
  readonly kind: FindingKind;
  /** The operation. */
  readonly job: string;
  /** The error with its first lines of stack, qpdf's complaint, or a figure. */
  readonly detail: string;
}

/** What a process says of one input. */
export interface InputOutcome {
  /** `accepted`, or the code of the error that opening gave. */
  readonly opened: string;
  readonly findings: readonly Finding[];
  /** Files that were saved and opened again. */
  readonly saved: number;
  readonly qpdf: QpdfVerdict | undefined;
  /** Saved files that qpdf looked at. */
  readonly checked: number;
  /** Saved files that qpdf likes less than the input for a reason that `explained.ts` knows. */
  readonly explained: readonly string[];
}

/** Findings with the same key have the same cause, as far as a machine can tell. */
export function keyOf({ kind, job, detail }: Finding): string {
  const frames = detail.match(/packages\/[\w/-]+\.ts|node_modules\/[\w@/-]+/g)?.slice(0, 2) ?? [];
  const firstLine = (detail.split('\n')[0] ?? '').replace(/\d+/g, '#').slice(0, 90);
  return kind === 'exception'
    ? `${kind}: ${firstLine} ${frames.join(' < ')}`
    : `${kind} in ${job}: ${firstLine}`;
}
