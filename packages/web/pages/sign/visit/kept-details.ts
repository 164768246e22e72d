import type { VisitorView } from '@countersign/signing';
import type { DraftStorage } from '../session/value-draft.ts';
import { NO_DETAILS, type VisitDetails } from './visit-details.ts';

/** Of one link: another one asks anew. */
function keyOf(linkPath: string): string {
  return `countersign:${linkPath}:visitor`;
}

/** From before a reload of this tab. */
export function readDetails(
  storage: DraftStorage | null,
  linkPath: string,
  channels: VisitorView['channels'],
): VisitDetails {
  try {
    const stored = Object(JSON.parse(storage?.getItem(keyOf(linkPath)) ?? '{}')) as Record<string, unknown>;
    const typed = (name: 'fullName' | 'emailAddress' | 'phoneNumber'): string =>
      typeof stored[name] === 'string' ? stored[name] : '';
    return {
      fullName: typed('fullName'),
      channel: stored.channel === 'sms' && channels.includes('sms') ? 'sms' : NO_DETAILS.channel,
      emailAddress: typed('emailAddress'),
      phoneNumber: typed('phoneNumber'),
    };
  } catch {
    return NO_DETAILS;
  }
}

/** If there is space. */
export function writeDetails(storage: DraftStorage | null, linkPath: string, details: VisitDetails): void {
  try {
    storage?.setItem(keyOf(linkPath), JSON.stringify(details));
  } catch {
    forgetDetails(storage, linkPath);
  }
}

/** The next person at this device does not see them. */
export function forgetDetails(storage: DraftStorage | null, linkPath: string): void {
  storage?.removeItem(keyOf(linkPath));
}
