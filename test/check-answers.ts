import { afterEach, expect } from 'vitest';
import { takeAnswerFaults } from '../packages/api/testing/answer-faults.ts';

afterEach(() => {
  expect(takeAnswerFaults(), 'answers that /openapi.json does not declare').toEqual([]);
});
