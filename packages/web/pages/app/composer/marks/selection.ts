/** The active mark has the focus; others are marked besides. Fields of the file are selected by their name. */
export interface Selection {
  readonly active: string | null;
  readonly marked: readonly string[];
}

export const NOTHING_SELECTED: Selection = { active: null, marked: [] };

const FILE_FIELD = 'file:';

export function fileFieldId(name: string): string {
  return FILE_FIELD + name;
}

/** Returns null for a mark. */
export function fileFieldName(id: string | null): string | null {
  return id?.startsWith(FILE_FIELD) ? id.slice(FILE_FIELD.length) : null;
}

/** The active mark comes first, because others are aligned with it. */
export function selectedIds({ active, marked }: Selection): readonly string[] {
  return active === null ? marked : [active, ...marked.filter((id) => id !== active)];
}

/** Marks that are marked stay marked. */
export function activate(selection: Selection, id: string): Selection {
  return selection.active === id ? selection : { ...selection, active: id };
}

/** A press without Shift selects the mark alone, unless it may be dragged with the selection. */
export function press(selection: Selection, id: string): Selection {
  return selection.marked.includes(id) ? { ...selection, active: id } : { active: id, marked: [] };
}

/** Shift+click and the space bar do this. The mark that was active before stays selected. */
export function toggle(selection: Selection, id: string): Selection {
  const others = selectedIds(selection).filter((one) => one !== id);
  if (selection.marked.includes(id)) return { active: others[0] ?? null, marked: others };
  return { active: id, marked: [...others, id] };
}

export function selectOnly(ids: readonly string[]): Selection {
  const [active = null] = ids;
  return { active, marked: ids.length > 1 ? ids : [] };
}

export function keepExisting(selection: Selection, exists: (id: string) => boolean): Selection {
  const active = selection.active !== null && exists(selection.active) ? selection.active : null;
  const marked = selection.marked.filter(exists);
  if (active === selection.active && marked.length === selection.marked.length) return selection;
  return { active, marked };
}
