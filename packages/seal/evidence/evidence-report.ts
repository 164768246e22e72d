/** The text of the evidence pages, in the document's language. */
export interface EvidenceReport {
  readonly title: string;
  /** May be empty. */
  readonly introduction: string;
  readonly sections: readonly EvidenceSection[];
  readonly footer: string;
}

export interface EvidenceSection {
  readonly heading: string;
  readonly rows: readonly EvidenceRow[];
}

/** Line breaks in the value start a new line. */
export interface EvidenceRow {
  readonly label: string;
  readonly value: string;
}
