import { beforeAll, describe, expect, it } from 'vitest';
import { type Evaluation, evaluate, type Outcome } from './evaluate.ts';

/** Goals of issue 29, on questions by which no rule or weight was chosen. */
describe('the questions on held-out contracts', () => {
  let evaluation: Evaluation;
  let heldOut: readonly Outcome[];

  beforeAll(async () => {
    evaluation = await evaluate();
    heldOut = evaluation.outcomes.filter(({ document }) => document.set === 'held-out');
  });

  const shareOf = (rows: readonly Outcome[], isRight: (row: Outcome) => boolean) =>
    rows.filter(isRight).length / rows.length;

  it('[D11-07] are answered by the first passage in 75 of 100, and by the first three in 92', () => {
    const answerable = heldOut.filter(({ question }) => question.answers.length > 0);
    expect(answerable.length).toBeGreaterThan(100);
    expect(shareOf(answerable, ({ rank }) => rank === 1)).toBeGreaterThan(0.75);
    expect(shareOf(answerable, ({ rank }) => rank > 0)).toBeGreaterThan(0.92);
  });

  it('[D11-07] are refused in 85 of 100 if the contract does not say', () => {
    const others = heldOut.filter(({ question }) => question.answers.length === 0);
    expect(others.length).toBeGreaterThanOrEqual(40);
    expect(shareOf(others, ({ found }) => !found)).toBeGreaterThan(0.85);
  });

  it('[D11-07] find facts with a precision of 90 and a recall of 80 of 100', () => {
    const facts = evaluation.facts.filter(({ document }) => document.set === 'held-out');
    const count = (kind: 'right' | 'wrong' | 'missed') =>
      facts.reduce((sum, row) => sum + row[kind].length, 0);
    expect(count('right') / (count('right') + count('wrong'))).toBeGreaterThan(0.9);
    expect(count('right') / (count('right') + count('missed'))).toBeGreaterThan(0.8);
  });
});
