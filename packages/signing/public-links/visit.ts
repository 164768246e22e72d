import type { Immutable } from '@countersign/base';
import { hashSecret, problem } from '@countersign/base';
import { LANGUAGES } from '@countersign/base/locale';
import { HOUR_MS } from '@countersign/base/time';
import { availableCapabilities, IdentityError } from '@countersign/identity';
import { z } from 'zod';
import { checkAgainstFile } from '../configuration/check-against-file.ts';
import type { DocumentConfiguration } from '../configuration/configuration.ts';
import { findSigneeProblems, missingContact } from '../configuration/problems.ts';
import type { SigningDeps } from '../deps.ts';
import type { Decision } from '../documents/audited-decision.ts';
import {
  creationDecision,
  hasRoomForDocument,
  initialState,
  newSignees,
  requireRoomForDocument,
} from '../documents/create-document.ts';
import { insertUnstarted } from '../documents/decision.ts';
import { type DocumentState, isUnstarted } from '../documents/document.ts';
import { touch } from '../documents/retention.ts';
import { refuseProblems, SigningError } from '../errors.ts';
import type { StoredFile } from '../files/file.ts';
import { MESSAGE_CHANNELS } from '../notifications/channels.ts';
import { channelsOf, describeSender, findSender } from '../notifications/messages.ts';
import type { ReadStores, Stores } from '../ports/database.ts';
import type { PublicLink } from '../saved/saved-records.ts';
import { spellContact } from '../sessions/deliver-code.ts';
import type { Visitor } from '../sessions/find-session.ts';
import { findFileOfLink, requireActive } from './links.ts';
import { countVisit } from './public-link-check.ts';

/** What a visitor says of themselves [D6-28]. */
export interface VisitorDetails {
  readonly fullName: string;
  readonly emailAddress?: string | undefined;
  readonly phoneNumber?: string | undefined;
}

/** Like the limits below, it is not in the specification. */
const UNSTARTED_MS = HOUR_MS;
/** The limit counts visitors of one link who entered no code, so that a flood of them ends. */
const MAX_UNSTARTED = 1000;
/** The limit counts for one contact at all links of an account to which no code was sent. */
const MAX_UNSTARTED_OF_CONTACT = 3;
const LIMIT_SECONDS = 600;

/**
 * Returns the address that opens with the code. Nothing is prepared and no event is sent until then; who does
 * not enter it is forgotten within hours.
 */
async function beginVisit(
  deps: SigningDeps,
  token: string,
  details: VisitorDetails,
): Promise<{ readonly signingUrl: string }> {
  const link = await findLinkByToken(deps.database.read, token);
  requireActive(link);
  if (!(await hasRoomForDocument(deps.database.read, link.accountId, deps.clock.now())))
    throw new SigningError('public_link_disabled');
  const file = await checkDetails(deps, link, details);
  const linkToken = deps.ids.secret();
  const visit = newVisit(deps, link, file, details, linkToken);
  await deps.database.transact(async (stores) => {
    const locked = await stores.saved.lock('link', link.id);
    if (locked === null) throw new SigningError('link_not_found');
    requireActive(locked);
    await makeRoom(stores, link, contactsOf(details), deps.clock.now());
    await insertUnstarted(stores, visit);
  });
  return { signingUrl: deps.urls.signing(linkToken) };
}

/**
 * The oldest that asked for no code gives way: refusals would let anybody close a link or shut out whom they name.
 * A visit with a code stays, or who knows an address could end those of its owner. The limits of codes bound how many
 * a contact has.
 */
async function makeRoom(
  { documents }: Stores,
  { id: linkId, accountId }: PublicLink,
  contacts: readonly string[],
  now: Date,
): Promise<void> {
  const ofContact = { accountId, contacts };
  const places = MAX_UNSTARTED_OF_CONTACT;
  if ((await documents.countUnstarted(ofContact, now, places)) >= places) {
    const replaced = await documents.findReplaceable(ofContact, now);
    if (replaced !== null) await documents.removeUnstarted(replaced);
  }
  if ((await documents.countUnstarted({ linkId }, now, MAX_UNSTARTED)) < MAX_UNSTARTED) return;
  const replaced = await documents.findReplaceable({ linkId }, now);
  if (replaced === null) throw new SigningError('visit_limit_reached', { seconds: LIMIT_SECONDS });
  await documents.removeUnstarted(replaced);
}

/** Throws `link_not_found`. */
async function findLinkByToken({ saved }: Pick<ReadStores, 'saved'>, token: string): Promise<PublicLink> {
  const link = await saved.findByToken('link', hashSecret(token));
  if (link === null) throw new SigningError('link_not_found');
  return link;
}

/** The details are checked before anything is stored. Returns the file of the link. */
async function checkDetails(
  deps: SigningDeps,
  link: PublicLink,
  details: VisitorDetails,
): Promise<StoredFile> {
  const account = await deps.database.read.accounts.findAccount(link.accountId);
  const capabilities = account === null ? [] : availableCapabilities(account, deps.settings.providers);
  const unplaced = { ...details, signaturePlacement: 'new_page' } as const;
  const context = { capabilities, paymentProvider: undefined, enableSigningOrder: false };
  refuseProblems(
    findSigneeProblems(unplaced, '', context).map((found) => {
      if (found.code === 'contact_required') return missingContact(capabilities);
      const path = found.path.replace(/^\./, '');
      return problem(found.code, path, { ...found.params, member: path });
    }),
  );
  const file = await findFileOfLink(deps, link.configuration.fileId);
  const { problems } = await checkAgainstFile(deps, file, { signeeDetails: [unplaced] });
  refuseProblems(
    problems.map(({ code, params }) => problem(code, 'fullName', { ...params, member: 'fullName' })),
  );
  return file;
}

function contactsOf({ emailAddress, phoneNumber }: VisitorDetails): string[] {
  return [emailAddress, phoneNumber].filter((contact) => contact !== undefined).map(spellContact);
}

function newVisit(
  deps: SigningDeps,
  { id: linkId, accountId, userId, configuration, placedSlots, textTags }: PublicLink,
  file: StoredFile,
  details: VisitorDetails,
  linkToken: string,
): DocumentState {
  const { ids, settings, clock } = deps;
  const { disablePrinting, signeeDetails, ...rest } = configuration;
  const wanted: DocumentConfiguration = {
    ...rest,
    signeeDetails: placedSlots.map(({ label: _, ...slot }) => ({
      ...slot,
      ...details,
      disableInvitationMessage: true,
    })),
  };
  const now = clock.now();
  const caller = { accountId, userId };
  const signees = newSignees(wanted, ids).map((signee, index) => {
    const [channel] = channelsOf(signee);
    if (index > 0 || channel === undefined) return signee;
    return { ...signee, recipientLinks: [{ channel, token: linkToken, tokenHash: hashSecret(linkToken) }] };
  });
  const context = { caller, file, ownerId: userId, signees, settings, ids, now, textTags };
  return {
    ...initialState(wanted, context),
    publicLink: {
      linkId,
      disablePrinting,
      labels: signeeDetails.map(({ label = '' }) => label),
      isStarted: false,
      contacts: contactsOf(details),
    },
    expiryDate: new Date(now.getTime() + UNSTARTED_MS),
  };
}

/** What visitors see of a link. */
export const visitorView = z.object({
  documentName: z.string(),
  language: z.enum(LANGUAGES),
  senderName: z.string(),
  senderLogoUrl: z.string().optional(),
  reason: z.enum(['details_required', 'disabled']),
  /** The address for questions that the owner chose, once nobody can sign here. */
  replyTo: z.string().optional(),
  channels: z.array(z.enum(MESSAGE_CHANNELS)),
  disablePrinting: z.boolean(),
  /** `document.pdf` below the link is the file. */
  isFileShown: z.boolean(),
});
export type VisitorView = Immutable<z.infer<typeof visitorView>>;

/** The first one of a browser is counted. */
async function openPublicLink(deps: SigningDeps, token: string, visitor: Visitor): Promise<VisitorView> {
  const { database, ids, settings } = deps;
  const link = await findLinkByToken(database.read, token);
  const { configuration, accountId, userId, disabledAt, isFileShown } = link;
  const isActive =
    disabledAt === null && (await hasRoomForDocument(database.read, accountId, deps.clock.now()));
  if (isActive && visitor.sessionId === null) {
    await database.transact((stores) => countVisit(stores, link.id, 'opened'));
    visitor.onSession(ids.secret());
  }
  const sender = await findSender(database.read, { userId, accountId });
  const { senderName, logoUrl } = describeSender(deps, sender);
  const { account } = sender;
  const capabilities = account === null ? [] : availableCapabilities(account, settings.providers);
  return {
    documentName: configuration.name,
    language: configuration.language,
    senderName,
    senderLogoUrl: logoUrl,
    reason: isActive ? 'details_required' : 'disabled',
    ...(isActive ? {} : { replyTo: configuration.replyTo }),
    channels: capabilities.includes('deliverySms') ? ['email', 'sms'] : ['email'],
    disablePrinting: configuration.disablePrinting,
    isFileShown: isActive && isFileShown,
  };
}

/** Reads the file of a link with `svc-access-document` in its form. Throws `verification_required` for others. */
async function readFileOfPublicLink(
  deps: Pick<SigningDeps, 'database'>,
  token: string,
): Promise<{ readonly blobId: string }> {
  const link = await findLinkByToken(deps.database.read, token);
  requireActive(link);
  if (!link.isFileShown) throw new SigningError('verification_required');
  return findFileOfLink(deps, link.configuration.fileId);
}

/**
 * Returns null if it is made already. The transaction holds the document. Throws `link_not_found` or
 * `public_link_disabled` if that happened meanwhile, or the account has all of its documents of this month.
 */
export async function startVisit(
  stores: Stores,
  document: DocumentState,
  { clock, settings }: Pick<SigningDeps, 'clock' | 'settings'>,
): Promise<Decision | null> {
  const { publicLink } = document;
  if (publicLink === undefined || !isUnstarted(document)) return null;
  const link = await stores.saved.lock('link', publicLink.linkId);
  if (link === null) throw new SigningError('link_not_found');
  requireActive(link);
  await requireRoomForDocument(stores, link.accountId, clock.now()).catch((error) => {
    const isFull = error instanceof IdentityError && error.code === 'account_limit_reached';
    // What the account may have is no business of its visitors.
    throw isFull ? new SigningError('public_link_disabled', {}, { cause: error }) : error;
  });
  await countVisit(stores, link.id, 'started');
  const { sharingSetting } = link.configuration;
  const started = { ...document, sharingSetting, publicLink: { ...publicLink, isStarted: true } };
  return creationDecision(touch(started, clock.now(), settings.retentionDays), null);
}

export const visitOperations = { open: openPublicLink, readFile: readFileOfPublicLink, beginVisit };
