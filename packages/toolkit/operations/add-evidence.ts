import { createHash } from 'node:crypto';
import { attachFile, openPdf, type PdfBytes, type PdfFile } from '@countersign/pdf';
import { appendEvidence } from '@countersign/seal';
import type { EvidenceReport, EvidenceRequest, EvidenceRow } from '../pdf-toolkit.ts';

/** What people signed: a revision of its own, and so the first bytes of the sealed file. */
interface SignedContent {
  /** Lower-case hex. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * Ends the revision that people signed and adds its evidence behind it: pages, and the same as JSON. Answers the file to
 * go on with, which reads from the one given; that must stay open. Nothing is written.
 */
export async function addEvidence(file: PdfFile, request: EvidenceRequest, at: Date): Promise<PdfFile> {
  const revision = file.save({ modifiedAt: at });
  const content: SignedContent = { sha256: hash(revision), size: revision.size };
  const next = openPdf(revision.toSource());
  await appendEvidence(next, fillReport(request.report, content));
  const { fileName, description, facts } = request.record;
  attachFile(next, {
    name: fileName,
    bytes: Buffer.from(`${JSON.stringify({ ...facts, content }, null, 2)}\n`),
    mimeType: 'application/json',
    relationship: 'Data',
    description,
    modifiedAt: at,
  });
  return next;
}

function hash(bytes: PdfBytes): string {
  const state = createHash('sha256');
  bytes.forEachPiece((piece) => state.update(piece));
  return state.digest('hex');
}

function fillReport({ sections, ...texts }: EvidenceReport, content: SignedContent) {
  const filled = sections.map(({ heading, rows }) => ({
    heading,
    rows: rows.map((row) => fillRow(row, content)),
  }));
  return { ...texts, sections: filled };
}

function fillRow(row: EvidenceRow, { sha256, size }: SignedContent) {
  if ('value' in row) return row;
  const value = row.contentTemplate.replaceAll('{sha256}', sha256).replaceAll('{size}', String(size));
  return { label: row.label, value };
}
