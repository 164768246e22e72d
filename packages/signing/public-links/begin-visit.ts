import { availableCapabilities, hashSecret } from '@countersign/identity';
import { HOUR_MS } from '@countersign/identity/durations';
import type { DocumentConfiguration } from '../configuration/configuration.ts';
import { checkAgainstFile } from '../configuration/file-problems.ts';
import { findSigneeProblems, missingContact } from '../configuration/signee-problems.ts';
import { insertUnstarted } from '../documents/decision.ts';
import type { DocumentState } from '../documents/document.ts';
import { initialState, newSignees } from '../documents/new-document.ts';
import { SigningError } from '../errors.ts';
import { channelsOf } from '../notifications/document-message.ts';
import type { ReadStores, Stores } from '../ports/database.ts';
import { problem, refuseProblems } from '../problems.ts';
import { spellContact } from '../sessions/deliver-code.ts';
import type { SigningDeps } from '../signing.ts';
import type { PublicLink } from './public-link.ts';
import { findFileOfLink, requireActive } from './save-public-link.ts';

/** [D6-28] */
export interface VisitorDetails {
  readonly fullName: string;
  readonly emailAddress?: string | undefined;
  readonly phoneNumber?: string | undefined;
}

/** Not in the specification, as are the limits below. */
const UNSTARTED_MS = HOUR_MS;
/** Of one link, without the code, so that a flood of them ends. */
const MAX_UNSTARTED = 1000;
/** Of one contact at all links of an account, without a code that was sent. */
const MAX_UNSTARTED_OF_CONTACT = 3;
const LIMIT_SECONDS = 600;

/**
 * Returns the address that opens with the code. Nothing is prepared and no event is sent until then; who does
 * not enter it is forgotten within hours.
 */
export async function beginVisit(
  deps: SigningDeps,
  token: string,
  details: VisitorDetails,
): Promise<{ readonly signingUrl: string }> {
  const link = await findLinkByToken(deps.database.read, token);
  requireActive(link);
  await checkDetails(deps, link, details);
  const linkToken = deps.ids.secret();
  const visit = newVisit(deps, link, details, linkToken);
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
export async function findLinkByToken(
  { saved }: Pick<ReadStores, 'saved'>,
  token: string,
): Promise<PublicLink> {
  const link = await saved.findByToken('link', hashSecret(token));
  if (link === null) throw new SigningError('link_not_found');
  return link;
}

/** Before anything is stored. */
async function checkDetails(deps: SigningDeps, link: PublicLink, details: VisitorDetails): Promise<void> {
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
}

function contactsOf({ emailAddress, phoneNumber }: VisitorDetails): string[] {
  return [emailAddress, phoneNumber].filter((contact) => contact !== undefined).map(spellContact);
}

function newVisit(
  deps: SigningDeps,
  { id: linkId, accountId, userId, configuration }: PublicLink,
  details: VisitorDetails,
  linkToken: string,
): DocumentState {
  const { ids, settings, clock } = deps;
  const { disablePrinting, signeeDetails, ...rest } = configuration;
  const wanted: DocumentConfiguration = {
    ...rest,
    signeeDetails: signeeDetails.map(({ label: _, ...slot }) => ({
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
  const context = { caller, fileId: configuration.fileId, ownerId: userId, signees, settings, ids, now };
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
