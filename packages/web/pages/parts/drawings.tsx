import type { ComponentChildren } from 'preact';

/** Line drawings on 96 x 96: the first path is in the colour of the text, the second in that of actions. */
const DRAWINGS = {
  send: [
    'M22 10h34l18 18v30M22 10v76h36M56 10v18h18M32 40h26M32 52h18M32 64h12',
    'M52 78c6-14 12-22 16-20 5 3-6 17 0 18 5 1 7-9 11-8 3 1 1 6 5 6 2 0 4-1 6-3',
  ],
  search: [
    'M18 12h38l16 16v14M18 12v72h30M56 12v16h16M28 42h18M28 54h12',
    'M76 64a14 14 0 1 1-28 0a14 14 0 0 1 28 0M72 74l14 12',
  ],
  done: ['M20 10h36l18 18v26M20 10v76h34M56 10v18h18M30 42h28M30 54h18', 'M62 74l9 9 17-21'],
  draft: [
    'M20 10h36l18 18v18M20 10v76h22M56 10v18h18M30 42h28M30 54h14',
    'M56 84l3-12 25-25 9 9-25 25zM78 53l9 9',
  ],
  template: ['M12 24h44v60H12zM24 24V12h44v60H56M22 40h24M22 52h16', 'M68 24h16M76 16v16M22 68h22'],
  link: [
    'M14 16h40v64H14zM24 30h20M24 42h20',
    'M66 44l6-6a10 10 0 0 1 14 14l-8 8a10 10 0 0 1-14 0M74 62l-6 6a10 10 0 0 1-14-14l8-8a10 10 0 0 1 14 0',
  ],
} as const;

export type DrawingName = keyof typeof DRAWINGS;

/** Drawings say nothing that the words below them do not. */
export function Drawing({ name }: { readonly name: DrawingName }) {
  const [lines, accent] = DRAWINGS[name];
  return (
    <svg class="drawing" viewBox="0 0 96 96" aria-hidden="true" focusable="false">
      <path d={lines} />
      <path class="drawing-accent" d={accent} />
    </svg>
  );
}

interface EmptyListProps {
  readonly drawing: DrawingName;
  /** One sentence says what would be here. */
  readonly title: string;
  /** One button leads to the first step. */
  readonly children?: ComponentChildren | undefined;
}

/** Takes the place of a list without rows, and teaches what the list is for. */
export function EmptyList({ drawing, title, children }: EmptyListProps) {
  return (
    <div class="empty-state">
      <Drawing name={drawing} />
      <h2>{title}</h2>
      {children}
    </div>
  );
}
