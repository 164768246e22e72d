import type { DocumentBody, ListedDocumentBody, SigneeBody } from '@countersign/api/bodies';
import type { DocumentGroup, DocumentStatus } from '@countersign/signing';
import { Icon, type IconPath } from '../../parts/controls.tsx';
import * as icons from '../../parts/icons.ts';
import { useDocumentsText } from '../../parts/texts.tsx';

const GROUPS: readonly DocumentGroup[] = ['waiting_for_me', 'waiting_for_others', 'done', 'ended'];

const OPEN: readonly DocumentStatus[] = ['created', 'processing', 'awaiting_signatures'];

function isOpen({ status }: Pick<DocumentBody, 'status'>): boolean {
  return OPEN.includes(status);
}

/** A fully signed document is sealed, or will be soon. */
function isFullySigned({ signeeDetails }: DocumentBody): boolean {
  return signeeDetails.every(({ signatureStatus }) => signatureStatus === 'signed');
}

/** Follows [3-07], [3-08] and [D12-02]. */
export function canRevoke(document: DocumentBody): boolean {
  if (document.status === 'error' || document.sealing !== undefined) return true;
  return isOpen(document) && !isFullySigned(document);
}

/** Follows [3-12] and [3-13]. */
export function canDelete({ status }: Pick<DocumentBody, 'status'>): boolean {
  return status === 'completed' || status === 'revoked';
}

/** Lists the signees of the lowest order that have not signed. */
export function signeesInTurn({
  status,
  signeeDetails,
}: Pick<DocumentBody, 'status' | 'signeeDetails'>): readonly SigneeBody[] {
  if (status !== 'awaiting_signatures') return [];
  const waiting = signeeDetails.filter(({ signatureStatus }) => signatureStatus === 'awaiting_signature');
  const lowest = Math.min(...waiting.map(({ signingOrder }) => signingOrder));
  return waiting.filter(({ signingOrder }) => signingOrder === lowest);
}

/** Returns whether the document belongs to the user who is looking. */
export function isOwn(
  { emailAddress }: Pick<SigneeBody, 'emailAddress'>,
  user: { readonly emailAddress: string },
): boolean {
  return emailAddress?.toLowerCase() === user.emailAddress.toLowerCase();
}

/** Returns the name, or how the signee is reached. */
export function nameOf({
  fullName,
  emailAddress,
  phoneNumber,
}: Pick<SigneeBody, 'fullName' | 'emailAddress' | 'phoneNumber'>): string {
  return fullName || emailAddress || phoneNumber || '';
}

/** The facts that the tag of a document depends on. */
interface Progressed extends Pick<ListedDocumentBody, 'status'> {
  readonly progress?:
    | Pick<
        NonNullable<ListedDocumentBody['progress']>,
        'signees' | 'signed' | 'isWaitingForCaller' | 'isDeclined' | 'isExpired' | 'people'
      >
    | undefined;
}

/** Returns whether every signee has signed while the document is not sealed yet. */
export function isSealing({ status, progress }: Progressed): boolean {
  return status === 'awaiting_signatures' && progress !== undefined && progress.signed === progress.signees;
}

/** Returns what a list has of the document. */
export function progressOf(document: DocumentBody, user: { readonly emailAddress: string }): Progressed {
  const { status, signeeDetails, declined, isExpired = false } = document;
  const inTurn = signeesInTurn(document);
  const progress = {
    signees: signeeDetails.length,
    signed: signeeDetails.filter(({ signatureStatus }) => signatureStatus === 'signed').length,
    isWaitingForCaller: inTurn.some((signee) => isOwn(signee, user)),
    isDeclined: declined !== undefined,
    isExpired,
    people: signeeDetails.map((signee) => ({ name: nameOf(signee), state: stateOf(signee) })),
  };
  return { status, progress };
}

function stateOf({ signatureStatus, deliveryProblems = [] }: SigneeBody) {
  if (signatureStatus === 'signed') return 'signed' as const;
  return deliveryProblems.length === 0 ? ('waiting' as const) : ('unreached' as const);
}

/** Returns whether a message to somebody who has not signed could not be delivered. */
export function isUnreached(document: Progressed): boolean {
  const { status, progress } = document;
  return status === 'awaiting_signatures' && !isMine(document) && unreachedIn(progress) !== undefined;
}

/** Returns whether it is the turn of the user who is looking. */
export function isMine({ status, progress }: Progressed): boolean {
  return status === 'awaiting_signatures' && progress?.isWaitingForCaller === true;
}

export function unreachedIn(progress: Progressed['progress']): string | undefined {
  return progress?.people.find(({ state }) => state === 'unreached')?.name;
}

export type Mood = 'good' | 'calm' | 'mark' | 'problem' | 'plain';

function moodOf({ status, progress }: Progressed): Mood {
  if (status === 'completed') return 'good';
  if (status === 'error' || isUnreached({ status, progress })) return 'problem';
  if (status === 'awaiting_signatures') return progress?.isWaitingForCaller === true ? 'mark' : 'calm';
  return 'plain';
}

/** The query is kept in the address. */
export interface ListQuery {
  /** Null stands for all documents. */
  readonly group: DocumentGroup | 'drafts' | null;
  readonly search: string;
  /** Days are `2026-11-23`, inclusive. An empty day sets no bound. */
  readonly from: string;
  readonly to: string;
  /** An empty label stands for all. */
  readonly label: string;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

export function readQuery(query: URLSearchParams): ListQuery {
  const group = query.get('group');
  return {
    group: group === 'drafts' ? group : (GROUPS.find((known) => known === group) ?? null),
    search: query.get('search') ?? '',
    from: dayOf(query.get('from')),
    to: dayOf(query.get('to')),
    label: query.get('label') ?? '',
  };
}

function dayOf(text: string | null): string {
  return text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';
}

/** Returns the address of the page. */
export function addressOf({ group, search, from, to, label }: ListQuery): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ group: group ?? '', search, from, to, label }))
    if (value.trim() !== '') query.set(name, value);
  return query.size === 0 ? '/documents' : `/documents?${query}`;
}

/** Returns the path in the API. Days begin and end in the time zone of the browser. */
export function listPath({ group, search, from, to, label }: ListQuery): string {
  const query = new URLSearchParams({ include: 'progress' });
  if (group !== null && group !== 'drafts') query.set('group', group);
  if (search.trim() !== '') query.set('search', search.trim());
  if (label.trim() !== '') query.set('label', label);
  // The bound is exclusive in the API.
  if (from !== '') query.set('createdAfter', new Date(startOf(from).getTime() - 1).toISOString());
  if (to !== '') {
    const next = startOf(to);
    next.setDate(next.getDate() + 1);
    query.set('createdBefore', next.toISOString());
  }
  return `/v1/docs?${query}`;
}

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00`);
}

export function isFiltered({ search, from, to, label }: ListQuery): boolean {
  return search.trim() !== '' || from !== '' || to !== '' || label.trim() !== '';
}

export function saveAs(name: string, content: object): void {
  const blob = new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' });
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

const LABELS = {
  created: 'status_created',
  processing: 'status_processing',
  awaiting_signatures: 'status_awaiting_signatures',
  completed: 'status_completed',
  error: 'status_error',
  revoked: 'status_revoked',
  deleted: 'status_deleted',
} as const satisfies Readonly<Record<DocumentStatus, string>>;

/** A document in grey is as clear. */
const MOOD_ICONS: Readonly<Record<Mood, IconPath>> = {
  good: icons.check,
  calm: icons.clock,
  mark: icons.pen,
  problem: icons.warning,
  plain: icons.clock,
};

export function StatusBadge({ document }: { readonly document: Progressed }) {
  const text = useDocumentsText();
  const label = isMine(document) ? 'status_yourTurn' : labelOf(document);
  const mood = moodOf(document);
  return (
    <span class={`badge is-${mood}`}>
      <Icon path={document.status === 'revoked' ? icons.close : MOOD_ICONS[mood]} />
      {text(label)}
    </span>
  );
}

/** The sender has not withdrawn a document that a signee declined or whose time was over. */
function labelOf(document: Progressed) {
  const { status, progress } = document;
  if (isSealing(document)) return 'status_sealing';
  if (isUnreached(document)) return 'status_unreached';
  if (status === 'revoked' && progress?.isDeclined === true) return 'status_declined';
  if (status === 'revoked' && progress?.isExpired === true) return 'status_expired';
  return LABELS[status];
}
