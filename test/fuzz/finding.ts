import type { QpdfVerdict } from './qpdf.ts';

export type FindingKind =
  | 'hang'
  | 'memory'
  | 'exception'
  | 'crash'
  | 'not_reopened'
  | 'pages_lost'
  | 'worse_for_qpdf';

export interface Finding {
  readonly kind: FindingKind;
  readonly job: string;
  /** The error with the first lines of its stack, qpdf's message, or a figure. */
  readonly detail: string;
}

export interface InputOutcome {
  /** `accepted`, or the error code of opening. */
  readonly opened: string;
  readonly findings: readonly Finding[];
  readonly saved: number;
  readonly qpdf: QpdfVerdict | undefined;
  readonly checked: number;
  /** Saved files that qpdf rates lower than the input for a reason in `explained.ts`. */
  readonly explained: readonly string[];
}

/** Findings with equal keys probably have the same cause. */
export function keyOf({ kind, job, detail }: Finding): string {
  const frames = detail.match(/packages\/[\w/-]+\.ts|node_modules\/[\w@/-]+/g)?.slice(0, 2) ?? [];
  const firstLine = (detail.split('\n')[0] ?? '').replace(/\d+/g, '#').slice(0, 90);
  return kind === 'exception'
    ? `${kind}: ${firstLine} ${frames.join(' < ')}`
    : `${kind} in ${job}: ${firstLine}`;
}
