/** Rows are copied, as by a real database. Throws if the key is taken. */
export function insertRow<Row, Key extends keyof Row>(rows: Row[], row: Row, key: Key): void {
  if (rows.some((known) => known[key] === row[key])) throw new Error(`a row with this ${String(key)} exists`);
  rows.push(structuredClone(row));
}

/** Throws if the row is missing. */
export function replaceRow<Row, Key extends keyof Row>(rows: Row[], row: Row, key: Key): void {
  const index = rows.findIndex((known) => known[key] === row[key]);
  if (index < 0) throw new Error(`no row with this ${String(key)}`);
  rows[index] = structuredClone(row);
}

export function findRow<Row>(rows: readonly Row[], matches: (row: Row) => boolean): Row | null {
  return structuredClone(rows.find(matches) ?? null);
}
