import { isEmailAddress, isPhoneNumber } from '@countersign/forms/attributes';
import { isPossibleExpiry, MAX_REMINDER_DAYS, MAX_SIGNING_ORDER } from '@countersign/signing/limits';
import type { Draft, DraftCopy } from './draft.ts';
import type { DraftSignee } from './signee.ts';

type InputFault =
  | 'name_missing'
  | 'email_invalid'
  | 'phone_invalid'
  | 'order_invalid'
  | 'expiry_invalid'
  | 'days_invalid'
  | 'metadata_invalid'
  | 'copy_invalid'
  | 'address_invalid';

export interface InputProblem {
  /** Undefined means that the problem is one of the document. */
  readonly signeeKey?: string | undefined;
  readonly member: string;
  readonly fault: InputFault;
}

const WHOLE_NUMBER = /^\d{1,4}$/;

/** Returns the problems in the order of the page. */
export function findInputProblems(draft: Draft, now: Date): readonly InputProblem[] {
  const { name, expiryDate, remindAfterDays, remindEveryDays, metadata } = draft;
  const problems: readonly (InputProblem | null)[] = [
    name.trim() === '' ? { member: 'name', fault: 'name_missing' } : null,
    ...draft.signees.flatMap((signee) => signeeProblems(signee, draft.enableSigningOrder)),
    expiryDate === '' || isPossibleExpiry(expiryMoment(draft), now)
      ? null
      : { member: 'expiryDate', fault: 'expiry_invalid' },
    remindAfterDays === '' && remindEveryDays === '' ? null : daysProblem('remindAfterDays', remindAfterDays),
    remindEveryDays === '' ? null : daysProblem('remindEveryDays', remindEveryDays),
    draft.copies.every(isCompleteCopy) ? null : { member: 'copies', fault: 'copy_invalid' },
    draft.replyTo === '' || isEmailAddress(draft.replyTo)
      ? null
      : { member: 'replyTo', fault: 'email_invalid' },
    draft.redirectUrl === '' || isAddress(draft.redirectUrl)
      ? null
      : { member: 'redirectUrl', fault: 'address_invalid' },
    areMetadataValid(metadata) ? null : { member: 'metadata', fault: 'metadata_invalid' },
  ];
  return problems.filter((one) => one !== null);
}

export function isCompleteCopy({ emailAddress }: DraftCopy): boolean {
  return isEmailAddress(emailAddress);
}

/** The service decides whether an address without encryption is in order, because it is during development. */
function isAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:\/\//i.test(text);
}

function signeeProblems(signee: DraftSignee, isOrdered: boolean): readonly InputProblem[] {
  const { key: signeeKey, emailAddress, phoneNumber, signingOrder } = signee;
  const isOrderValid =
    Number.isInteger(signingOrder) && signingOrder >= 1 && signingOrder <= MAX_SIGNING_ORDER;
  return [
    ...(emailAddress === '' || isEmailAddress(emailAddress)
      ? []
      : [{ signeeKey, member: 'emailAddress', fault: 'email_invalid' } as const]),
    ...(phoneNumber === '' || isPhoneNumber(phoneNumber)
      ? []
      : [{ signeeKey, member: 'phoneNumber', fault: 'phone_invalid' } as const]),
    ...(isOrderValid || !isOrdered
      ? []
      : [{ signeeKey, member: 'signingOrder', fault: 'order_invalid' } as const]),
  ];
}

function daysProblem(member: string, days: string): InputProblem | null {
  const isValid = WHOLE_NUMBER.test(days) && Number(days) >= 1 && Number(days) <= MAX_REMINDER_DAYS;
  return isValid ? null : { member, fault: 'days_invalid' };
}

function areMetadataValid(metadata: Draft['metadata']): boolean {
  const names = metadata.map(({ name }) => name.trim());
  return names.every((name) => name !== '') && new Set(names).size === names.length;
}

/** Returns the date in the time zone of the browser. */
export function localDate(moment: Date): string {
  const [month, day] = [moment.getMonth() + 1, moment.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${moment.getFullYear()}-${month}-${day}`;
}

/** Returns the moment that was saved if the date is still its date, and else the end of the day. */
export function expiryMoment({ expiryDate, expiryMoment: known }: Draft): Date {
  const moment = new Date(known);
  return known !== '' && localDate(moment) === expiryDate ? moment : endOfDay(expiryDate);
}

function endOfDay(date: string): Date {
  return new Date(`${date}T23:59:59`);
}
