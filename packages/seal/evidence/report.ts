import type { TextEmbedder } from '@countersign/pdf';
import { escapeUndrawable } from '../fit-text.ts';
import type { SignatureFont } from '../layout.ts';

/** The text of the evidence pages, in the document's language. */
export interface EvidenceReport {
  /** The name of the service, above the title. */
  readonly service?: string | undefined;
  readonly title: string;
  /** The introduction may be empty. */
  readonly introduction: string;
  /** Facts for the first glance, side by side. */
  readonly summary?: readonly EvidenceRow[] | undefined;
  /** The QR code of the address where the file can be checked. */
  readonly check?: EvidenceCode | undefined;
  readonly sections: readonly EvidenceSection[];
  /** `{page}` and `{pages}` are replaced by the number of the page and their count. */
  readonly footer: string;
}

/** Dark modules are true; the quiet zone is not part of it. Without modules there is no code. */
interface EvidenceCode {
  readonly label: string;
  readonly modules: readonly (readonly boolean[])[];
}

export interface EvidenceSection {
  readonly heading: string;
  /** The facts of a person are framed, with what they drew or typed. */
  readonly person?: EvidencePerson | undefined;
  readonly rows: readonly EvidenceRow[];
}

export interface EvidencePerson {
  /** A line below the name, such as the contact. It may be empty. */
  readonly contact: string;
  /** What people hear of the images, who do not see them. */
  readonly signatureLabel: string;
  readonly initialsLabel: string;
  readonly signature?: EvidenceInk | undefined;
  readonly initials?: EvidenceInk | undefined;
}

/** A picture is the one in the boxes of the person. */
export interface EvidenceInk {
  /** PNG or JPEG. */
  readonly image?: Uint8Array | undefined;
  readonly typedName?: string | undefined;
  readonly font?: SignatureFont | undefined;
}

/** Line breaks in the value start a new line. A SHA-256 (hex) is shown in groups of eight. */
export interface EvidenceRow {
  readonly label: string;
  readonly value: string;
}

/** Writes characters that no font has as `[U+1F58B]`. */
export function escapeReport(report: EvidenceReport, embedder: TextEmbedder): EvidenceReport {
  const escapeText = (text: string) => escapeUndrawable(text, embedder);
  const escapeRow = ({ label, value }: EvidenceRow) => ({
    label: escapeText(label),
    value: escapeText(value),
  });
  return {
    service: report.service && escapeText(report.service),
    title: escapeText(report.title),
    introduction: escapeText(report.introduction),
    summary: report.summary?.map(escapeRow),
    check: report.check && { ...report.check, label: escapeText(report.check.label) },
    footer: escapeText(report.footer),
    sections: report.sections.map(({ heading, person, rows }) => ({
      heading: escapeText(heading),
      person: person && { ...person, contact: escapeText(person.contact) },
      rows: rows.map(escapeRow),
    })),
  };
}
