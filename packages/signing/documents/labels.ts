/** Labels belong to the list of an account: neither the state of a document nor its audit trail has them [L-03]. */
export interface Label {
  /** The label as it was written. */
  readonly label: string;
  /** Equal labels have the same key. */
  readonly key: string;
}

/** Rows of labels have the account too, for their index. */
export interface LabelledId {
  readonly documentId: string;
  readonly accountId: string;
}

export interface LabelCount {
  readonly label: string;
  /** It counts no further than `MAX_COUNTED_DOCUMENTS`. */
  readonly count: number;
}

/** Bounds the work of one answer: an account may have made up any number of labels. */
export const MAX_LISTED_LABELS = 100;
export const MAX_COUNTED_LABELS = 1000;
export const MAX_COUNTED_DOCUMENTS = 1000;

/** NFKC, because two ways of writing one letter look the same. */
export function labelKey(label: string): string {
  return label.trim().normalize('NFKC').toLowerCase();
}

/** Of equal labels the first is kept. */
export function toLabels(written: readonly string[]): readonly Label[] {
  const byKey = new Map<string, Label>();
  for (const text of written) {
    const key = labelKey(text);
    if (!byKey.has(key)) byKey.set(key, { label: text.trim(), key });
  }
  return [...byKey.values()];
}

/** Returns the labels as they were written, in their order. */
export function writtenLabels(labels: readonly Label[]): readonly string[] {
  return labels.map(({ label }) => label);
}
