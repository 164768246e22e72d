import { describe, expect, it } from 'vitest';
import { findVisitProblems, NO_DETAILS, visitBody } from './visit-form.tsx';

const ADA = { ...NO_DETAILS, fullName: ' Ada ', emailAddress: ' anna@räksmörgås.se ' };

describe('what a visitor says of themselves', () => {
  it('[D6-28] takes a name and the contact of the chosen channel, by the rules of the service', () => {
    expect(findVisitProblems(NO_DETAILS)).toEqual({
      fullName: 'problem_required',
      contact: 'problem_required',
    });
    expect(findVisitProblems(ADA)).toEqual({});
    expect(findVisitProblems({ ...ADA, emailAddress: 'nobody' })).toEqual({ contact: 'problem_not_email' });
    const byPhone = { ...ADA, channel: 'sms' } as const;
    expect(findVisitProblems(byPhone)).toEqual({ contact: 'problem_required' });
    expect(findVisitProblems({ ...byPhone, phoneNumber: '070-123 45 67' })).toEqual({
      contact: 'problem_not_phone',
    });
    expect(findVisitProblems({ ...byPhone, phoneNumber: '+46 70 123 45 67' })).toEqual({});
  });

  it('sends no other contact than the one that the code goes to', () => {
    expect(visitBody({ ...ADA, phoneNumber: '+46701234567' })).toEqual({
      fullName: 'Ada',
      emailAddress: 'anna@räksmörgås.se',
    });
    expect(visitBody({ ...ADA, channel: 'sms', phoneNumber: '+46701234567' })).toEqual({
      fullName: 'Ada',
      phoneNumber: '+46701234567',
    });
  });
});
