/** The active box has the focus; others are marked besides. */
export interface Selection {
  readonly active: string | null;
  readonly marked: readonly string[];
}

export const NOTHING_SELECTED: Selection = { active: null, marked: [] };

/** The active one first: others are aligned with it. */
export function selectedIds({ active, marked }: Selection): readonly string[] {
  return active === null ? marked : [active, ...marked.filter((id) => id !== active)];
}

/** Marked ones stay marked. */
export function activate(selection: Selection, id: string): Selection {
  return selection.active === id ? selection : { ...selection, active: id };
}

/** Without Shift: the box alone, unless it may be dragged with the selection. */
export function press(selection: Selection, id: string): Selection {
  return selection.marked.includes(id) ? { ...selection, active: id } : { active: id, marked: [] };
}

/** Shift+click or the space bar. The box that was active before stays selected. */
export function toggle(selection: Selection, id: string): Selection {
  const others = selectedIds(selection).filter((one) => one !== id);
  if (selection.marked.includes(id)) return { active: others[0] ?? null, marked: others };
  return { active: id, marked: [...others, id] };
}

export function keepExisting(selection: Selection, ids: ReadonlySet<string>): Selection {
  const active = selection.active !== null && ids.has(selection.active) ? selection.active : null;
  const marked = selection.marked.filter((id) => ids.has(id));
  if (active === selection.active && marked.length === selection.marked.length) return selection;
  return { active, marked };
}
