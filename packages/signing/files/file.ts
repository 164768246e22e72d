import { listRanges } from '@countersign/base/text';
import type { AdmissionReport } from '@countersign/toolkit';
import type { AuditValue } from '../audit/audit-entry.ts';
import type { Warning } from '../errors.ts';

export interface StoredFile {
  readonly fileId: string;
  readonly accountId: string;
  readonly userId: string;
  /** The blob is the file after stripping. */
  readonly blobId: string;
  readonly originalName: string;
  /** The size before stripping. */
  readonly size: number;
  /** The hash before stripping, in lower-case hex. */
  readonly sha256: string;
  readonly pages: number;
  readonly createdAt: Date;
  /** The owner deleted the file: only its documents use it. */
  readonly deletedAt: Date | null;
}

/** The limit counts for each list and is not in the specification; the counts are complete. */
const MAX_LISTED = 100;

/** The summary is for log, audit trail and warnings. */
export type RemovalSummary = {
  /** Whether the file is stored repaired. */
  readonly repaired: boolean;
  /** Whether the file was encrypted; it is stored without. */
  readonly encrypted: boolean;
  readonly counts: {
    readonly signatures: number;
    readonly signatureFields: number;
    readonly orphanWidgets: number;
    /** The number of fields that only a page listed; the form lists them now. */
    readonly listedFields: number;
    readonly activeContent: number;
    readonly hiddenLayers: number;
    readonly unprintedLayers: number;
    readonly hiddenAnnotations: number;
    readonly redrawnFields: number;
    readonly drawnAnnotations: number;
    /** The number of pages with text that no person sees. The text is kept. */
    readonly hiddenTextPages: number;
  };
  readonly removedCertification: boolean;
  /** Validation data, signature flags of the form, or an earlier signed revision. */
  readonly removedRemains: boolean;
  readonly signatures: readonly {
    readonly fieldName: string;
    readonly signerName: string | null;
    readonly signedAt: string | null;
  }[];
  /** Fully qualified names, signed or not. */
  readonly signatureFields: readonly string[];
  readonly activeContent: readonly { readonly [member: string]: AuditValue }[];
  /** The layers are kept. */
  readonly hiddenLayers: readonly string[];
  /** The layers are kept. */
  readonly unprintedLayers: readonly string[];
  /** The pages, from 0. */
  readonly hiddenTextPages: readonly number[];
  /** What the file claims, and what the sealed one will claim. */
  readonly conformance: { readonly claimed: string; readonly sealed: string | null } | null;
};

export function summarizeRemovals({
  upload,
  strip: stripped,
  hiddenTextPages,
}: Pick<AdmissionReport, 'upload' | 'strip' | 'hiddenTextPages'>): RemovalSummary {
  const {
    hiddenLayers,
    unprintedLayers,
    hiddenAnnotations,
    redrawnFields,
    drawnAnnotations,
    repaired,
    encrypted,
    conformance,
  } = upload;
  return {
    repaired,
    encrypted,
    counts: {
      signatures: stripped?.removedSignatures ?? 0,
      signatureFields: stripped?.removedFields.length ?? 0,
      orphanWidgets: stripped?.removedOrphans ?? 0,
      listedFields: stripped?.listedFields.length ?? 0,
      activeContent: stripped?.removedContentCount ?? 0,
      hiddenLayers: hiddenLayers.length,
      unprintedLayers: unprintedLayers.length,
      hiddenAnnotations,
      redrawnFields,
      drawnAnnotations,
      hiddenTextPages: hiddenTextPages.length,
    },
    removedCertification: stripped?.removedCertification ?? false,
    removedRemains: stripped?.removedRemains ?? false,
    signatures: (stripped?.signatures ?? []).slice(0, MAX_LISTED),
    signatureFields: (stripped?.removedFields ?? []).slice(0, MAX_LISTED),
    activeContent: (stripped?.removedContent ?? []).slice(0, MAX_LISTED).map((line) => ({ ...line })),
    hiddenLayers: hiddenLayers.slice(0, MAX_LISTED),
    unprintedLayers: unprintedLayers.slice(0, MAX_LISTED),
    hiddenTextPages: hiddenTextPages.slice(0, MAX_LISTED),
    conformance: conformance && { ...conformance },
  };
}

/** Uploads are never altered silently [D0-02]. */
export function warnOfRemovals(summary: RemovalSummary): readonly Warning[] {
  const { counts } = summary;
  const found = [
    ['signatures_removed', counts.signatures],
    ['signature_fields_removed', counts.signatureFields + counts.orphanWidgets],
    ['active_content_removed', counts.activeContent],
    ['fields_listed', counts.listedFields],
    ['hidden_layers', counts.hiddenLayers],
    ['unprinted_layers', counts.unprintedLayers],
    ['hidden_annotations', counts.hiddenAnnotations],
    ['fields_redrawn', counts.redrawnFields],
    ['annotations_drawn', counts.drawnAnnotations],
  ] as const;
  const counted = found
    .filter(([, count]) => count > 0)
    .map(([code, count]) => ({ code, params: { count } }));
  const stated = [
    ['file_repaired', summary.repaired],
    ['encryption_removed', summary.encrypted],
    ['certification_removed', summary.removedCertification],
    ['signature_remains_removed', summary.removedRemains],
  ] as const;
  return [
    ...stated.flatMap(([code, isSo]) => (isSo ? [{ code }] : [])),
    ...counted,
    ...warnOfHiddenText(summary),
    ...warnOfClaim(summary.conformance),
  ];
}

/** The text may be meant for programs, which read it as if people saw it [D11-09]. Pages are counted from 1. */
function warnOfHiddenText({ counts, hiddenTextPages }: RemovalSummary): readonly Warning[] {
  const count = counts.hiddenTextPages;
  if (count === 0) return [];
  const isCut = count > hiddenTextPages.length;
  const pages = listRanges(hiddenTextPages.map((page) => page + 1)) + (isCut ? ', …' : '');
  return [{ code: 'invisible_text', params: { count, pages } }];
}

/** Archives rely on the claim. */
function warnOfClaim(conformance: RemovalSummary['conformance']): readonly Warning[] {
  if (conformance === null || conformance.sealed === conformance.claimed) return [];
  const { claimed, sealed } = conformance;
  if (sealed === null) return [{ code: 'conformance_claim_ends', params: { claimed } }];
  return [{ code: 'conformance_claim_changes', params: { claimed, sealed } }];
}
