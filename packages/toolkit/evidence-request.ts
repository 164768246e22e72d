import type { EvidencePerson, EvidenceReport as FilledReport } from '@countersign/seal';

/** Follows the pages of a completed document: pages for people, the same facts for programs, both sealed. */
export interface EvidenceRequest {
  readonly report: EvidenceReport;
  /** Attached as JSON with the added member `content` {sha256, size}. Plain data. */
  readonly record: {
    readonly fileName: string;
    readonly description: string;
    readonly facts: Readonly<Record<string, unknown>>;
  };
}

export interface EvidenceReport extends Omit<FilledReport, 'summary' | 'sections'> {
  /** Facts for the first glance, side by side. */
  readonly summary?: readonly EvidenceRow[] | undefined;
  readonly sections: readonly {
    readonly heading: string;
    /** What a person drew or typed is taken from the stamps whose box has this id. */
    readonly person?: EvidencePersonText | undefined;
    readonly rows: readonly EvidenceRow[];
  }[];
}

export interface EvidencePersonText extends Omit<EvidencePerson, 'signature' | 'initials'> {
  readonly boxId: string;
}

/**
 * `{sha256}` and `{size}` in `contentTemplate` are replaced by hash (hex) and length of what was signed: the sealed
 * file up to the evidence.
 */
export type EvidenceRow =
  | { readonly label: string; readonly value: string }
  | { readonly label: string; readonly contentTemplate: string };
