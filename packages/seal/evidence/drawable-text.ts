import type { TextEmbedder } from '@countersign/pdf';
import { spellUndrawable } from '../drawing/spell-undrawable.ts';
import type { EvidenceReport } from './evidence-report.ts';

/** The report with every character that no font has spelled as `[U+1F58B]`: evidence must not fail for a browser's name. */
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
