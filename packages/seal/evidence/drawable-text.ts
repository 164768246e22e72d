import type { TextEmbedder } from '@countersign/pdf';
import { spellUndrawable } from '../drawing/spell-undrawable.ts';
import type { EvidenceReport } from './evidence-report.ts';

/** Escapes characters of the report that no font has as `[U+1F58B]`. */
export function makeDrawable(report: EvidenceReport, embedder: TextEmbedder): EvidenceReport {
  const spell = (text: string) => spellUndrawable(text, embedder);
  return {
    title: spell(report.title),
    introduction: spell(report.introduction),
    footer: spell(report.footer),
    sections: report.sections.map(({ heading, rows }) => ({
      heading: spell(heading),
      rows: rows.map(({ label, value }) => ({ label: spell(label), value: spell(value) })),
    })),
  };
}
