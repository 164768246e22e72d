/** `passing`: a retry may succeed. */
export type Permanence = 'final' | 'passing';

export interface ErrorFacts {
  /** HTTP status. */
  readonly status: number;
  readonly permanence: Permanence;
}

type ErrorGroup<Code extends string> = Readonly<Record<Code, ErrorFacts>>;

export function errorGroup<const Code extends string>(
  permanence: Permanence,
  statuses: Readonly<Record<Code, number>>,
): ErrorGroup<Code> {
  const rows = Object.entries<number>(statuses).map(([code, status]) => [code, { status, permanence }]);
  return Object.fromEntries(rows) as ErrorGroup<Code>;
}

export function codesOf<Code extends string>(group: ErrorGroup<Code>): readonly Code[] {
  return Object.keys(group) as Code[];
}
