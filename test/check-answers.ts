import { afterEach, expect } from 'vitest';
import { takeUndeclaredAnswers } from '../packages/api/testing/undeclared-answers.ts';

afterEach(() => {
  expect(takeUndeclaredAnswers(), 'answers that their routes do not declare').toEqual([]);
});
