import { describe, expect, it } from 'vitest';
import { documentInput } from '../schemas/document-input.ts';
import { describeIssues, parseRequest, RequestInvalid } from './request-invalid.ts';

function findIssues(body: unknown) {
  try {
    parseRequest(documentInput, body);
    return [];
  } catch (error) {
    if (error instanceof RequestInvalid) return error.issues;
    throw error;
  }
}

describe('describeIssues', () => {
  it('names every wrong member, in the language asked for', () => {
    const issues = findIssues({ name: 7, signeeDetails: [{ emailAddress: 'nobody' }] });
    const english = describeIssues(issues, 'en');
    const swedish = describeIssues(issues, 'sv');
    expect(english.map((detail) => detail.path)).toEqual(['fileId', 'name', 'signeeDetails.0.emailAddress']);
    expect(english[1]?.message).toBe('Invalid input: expected string, received number');
    expect(swedish.map((detail) => detail.path)).toEqual(english.map((detail) => detail.path));
    for (const [index, detail] of swedish.entries()) expect(detail.message).not.toBe(english[index]?.message);
  });
});
