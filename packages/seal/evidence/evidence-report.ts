/** What the pages at the end of a sealed document say, in the words of the document's language. Plain data. */
export interface EvidenceReport {
  readonly title: string;
  /** Under the title; may be empty. */
  readonly introduction: string;
  readonly sections: readonly EvidenceSection[];
  /** At the foot of every page, beside its number. */
  readonly footer: string;
}

export interface EvidenceSection {
  readonly heading: string;
  readonly rows: readonly EvidenceRow[];
}

/** A fact: what it is, and what it is here. Line breaks in the value begin a new line. */
export interface EvidenceRow {
  readonly label: string;
  readonly value: string;
}
