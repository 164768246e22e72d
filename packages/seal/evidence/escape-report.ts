import type { TextEmbedder } from '@countersign/pdf';
import { escapeUndrawable } from '../drawing/escape-undrawable.ts';
import type { EvidenceReport } from './evidence-report.ts';

/** Characters that no font has, as `[U+1F58B]`. */
export function escapeReport(report: EvidenceReport, embedder: TextEmbedder): EvidenceReport {
  const escapeText = (text: string) => escapeUndrawable(text, embedder);
  return {
    title: escapeText(report.title),
    introduction: escapeText(report.introduction),
    footer: escapeText(report.footer),
    sections: report.sections.map(({ heading, rows }) => ({
      heading: escapeText(heading),
      rows: rows.map(({ label, value }) => ({ label: escapeText(label), value: escapeText(value) })),
    })),
  };
}
