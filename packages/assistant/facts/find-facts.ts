import type { FactKind } from '../reading.ts';
import { findAmounts } from './amounts.ts';
import { findDates } from './dates.ts';
import type { FoundText } from './matches.ts';
import { findParties } from './parties.ts';
import { findPeriods } from './periods.ts';

export interface FoundFact extends FoundText {
  readonly kind: FactKind;
}

/** Returns the amounts, dates, periods and parties of a passage in the order of the text. */
export function findFacts(text: string): FoundFact[] {
  const facts: FoundFact[] = [
    ...findAmounts(text).map((found) => ({ ...found, kind: 'amount' as const })),
    ...findDates(text).map((found) => ({ ...found, kind: 'date' as const })),
    ...findPeriods(text).map((found) => ({ ...found, kind: 'period' as const })),
    ...findParties(text).map((found) => ({ ...found, kind: 'party' as const })),
  ];
  return facts.sort((one, other) => one.start - other.start);
}
