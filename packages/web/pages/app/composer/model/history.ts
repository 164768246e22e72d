export interface History<State> {
  readonly past: readonly State[];
  readonly present: State;
  readonly future: readonly State[];
  /** Undone together: one drag, typing in one input. */
  readonly group: string | null;
}

const MAX_STEPS = 200;

export function startHistory<State>(present: State): History<State> {
  return { past: [], present, future: [], group: null };
}

/** Ignores one without effect. */
export function record<State>(
  history: History<State>,
  next: State,
  group: string | null = null,
): History<State> {
  if (next === history.present) return history;
  if (group !== null && group === history.group) return { ...history, present: next, future: [] };
  const past = [...history.past, history.present].slice(-MAX_STEPS);
  return { past, present: next, future: [], group };
}

/** The next change begins a new step. */
export function endGroup<State>(history: History<State>): History<State> {
  return history.group === null ? history : { ...history, group: null };
}

export function undo<State>(history: History<State>): History<State> {
  const present = history.past.at(-1);
  if (present === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present,
    future: [history.present, ...history.future],
    group: null,
  };
}

export function redo<State>(history: History<State>): History<State> {
  const [present, ...future] = history.future;
  if (present === undefined) return history;
  return { past: [...history.past, history.present], present, future, group: null };
}
