import { createHash, type Hash } from 'node:crypto';
import { attachFile, openPdf, type PdfBytes, type PdfFile } from '@countersign/pdf';
import { appendEvidence } from '@countersign/seal';
import type { EvidenceReport, EvidenceRequest, EvidenceRow } from '../pdf-toolkit.ts';

/** A separate revision: the first bytes of the sealed file. */
interface SignedContent {
  readonly sha256: string;
  readonly size: number;
}

export interface EvidencedFile {
  /** Reads from the given file, which must stay open. */
  readonly file: PdfFile;
  /** SHA-256 of the bytes that `file` was opened with. */
  readonly hashedSource: Hash;
}

/** After all bytes. */
export type HashContent = (content: PdfBytes) => Hash;

/** After the revision that people signed. Nothing is written. */
export async function addEvidence(
  file: PdfFile,
  request: EvidenceRequest,
  at: Date,
  hashContent: HashContent,
): Promise<EvidencedFile> {
  const revision = file.save({ modifiedAt: at });
  const hashedSource = hashContent(revision);
  const content: SignedContent = { sha256: hashedSource.copy().digest('hex'), size: revision.size };
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
  return { file: next, hashedSource };
}

export const hashAll: HashContent = (content) => {
  const state = createHash('sha256');
  content.forEachPiece((piece) => state.update(piece));
  return state;
};

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
