import { isEmailAddress, isPhoneNumber } from '@countersign/forms/attributes';

/** Of the code. */
export type CodeChannel = 'email' | 'sms';

/** As typed. */
export interface VisitDetails {
  readonly fullName: string;
  readonly channel: CodeChannel;
  readonly emailAddress: string;
  readonly phoneNumber: string;
}

export const NO_DETAILS: VisitDetails = { fullName: '', channel: 'email', emailAddress: '', phoneNumber: '' };

type ContactProblem = 'problem_required' | 'problem_not_email' | 'problem_not_phone';
export type VisitProblems = Readonly<Partial<Record<'fullName' | 'contact', ContactProblem>>>;

/** In the order of the form. */
export function findVisitProblems(details: VisitDetails): VisitProblems {
  const { channel, emailAddress, phoneNumber } = details;
  const contact = findContactProblem(channel, channel === 'email' ? emailAddress : phoneNumber);
  return {
    ...(details.fullName.trim() === '' ? { fullName: 'problem_required' } : {}),
    ...(contact === null ? {} : { contact }),
  };
}

/** Null without one. */
export function findContactProblem(channel: CodeChannel, typed: string): ContactProblem | null {
  const contact = typed.trim();
  if (contact === '') return 'problem_required';
  if (channel === 'email') return isEmailAddress(contact) ? null : 'problem_not_email';
  return isPhoneNumber(contact) ? null : 'problem_not_phone';
}

/** Only with the contact of the code. */
export function visitBody({ fullName, channel, emailAddress, phoneNumber }: VisitDetails) {
  const contact =
    channel === 'email' ? { emailAddress: emailAddress.trim() } : { phoneNumber: phoneNumber.trim() };
  return { fullName: fullName.trim(), ...contact };
}
