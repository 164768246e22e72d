import type { MessageChannel } from '../ports/notifier.ts';

const HIDDEN = '***';
const SHOWN_DIGITS = 2;

/** `l***@example.com` */
export function maskEmailAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const [first = ''] = address;
  return `${first}${HIDDEN}${at < 0 ? '' : address.slice(at)}`;
}

/** `+46***67` */
export function maskPhoneNumber(number: string): string {
  const digits = number.replace(/[^\d+]/g, '');
  return `${digits.slice(0, 3)}${HIDDEN}${digits.slice(-SHOWN_DIGITS)}`;
}

/** Of codes that are sent there. */
export function maskContact(channel: MessageChannel, contact: string): string {
  return channel === 'email' ? maskEmailAddress(contact) : maskPhoneNumber(contact);
}
