import type { Page } from 'playwright-core';
import { type ApiClient, signIn } from '../../service/api-client.ts';
import {
  documentBody,
  readInvitation,
  signByHand,
  uploadFixture,
  waitForStatus,
} from '../../service/journey-steps.ts';
import type { TestService } from '../../service/start-service.ts';

export interface ListedPage {
  readonly name: string;
  readonly path: string;
  /** Needs no session of a user. */
  readonly isPublic: boolean;
}

export interface InventedPages {
  readonly pages: readonly ListedPage[];
  /** The session cookie of the owner, for pages that are not public. */
  readonly cookie: { readonly name: string; readonly value: string; readonly url: string };
}

/** Milliseconds: the first document waits until the PDF worker is loaded. */
const PATIENCE_MS = 120_000;
const SETTINGS = [
  ...['profile', 'account', 'users', 'single-sign-on', 'waiting', 'log'],
  ...['programs', 'api-keys', 'webhooks'],
];
const UNKNOWN = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

/** Fills a service with invented documents of every state, and lists every page that it has then. */
export async function inventPages(running: TestService): Promise<InventedPages> {
  const { client, baseUrl } = running;
  await client.patch('/v1/users/me', { fullName: 'Maria Lind' });
  await client.patch('/v1/account', { name: 'Norrsken Bygg AB' });
  await create(client, '/v1/account/users', { emailAddress: 'bo.ek@example.com', role: 'member' });
  await create(client, '/v1/webhooks', {
    name: 'Archive',
    webhookUrl: 'https://hooks.example/countersign',
    eventTypes: ['document.completed'],
  });
  const saved = await inventSaved(running);
  const documents = await inventDocuments(running);
  const owner = await signIn(baseUrl);
  const [name = '', value = ''] = (owner.cookie() ?? '').split('=');
  const listed = (isPublic: boolean, paths: Readonly<Record<string, string>>): ListedPage[] =>
    Object.entries(paths).map(([name, path]) => ({ name, path, isPublic }));
  return {
    cookie: { name, value, url: baseUrl },
    pages: [
      ...listed(true, {
        home: '/',
        'sign-in': '/sign-in',
        reset: '/reset',
        'reset-unknown': `/reset/${UNKNOWN}`,
        'invitation-unknown': `/invitations/${UNKNOWN}`,
        'consent-unknown': `/consent/${UNKNOWN}`,
        'authorization-refused': '/oauth?client_id=unknown',
        outbox: '/outbox',
        verify: '/verify',
        sign: documents.waiting.link,
        'sign-turn': documents.second.link,
        'sign-signed': documents.signed.link,
        'sign-completed': documents.completed.link,
        'sign-revoked': documents.revoked.link,
        'sign-declined': documents.declined.link,
        'sign-code': documents.recipientLink,
        'sign-unknown': `/sign/${UNKNOWN}`,
        'public-link': saved.linkPath,
      }),
      ...listed(false, {
        documents: '/documents',
        'document-waiting': `/documents/${documents.second.documentId}`,
        'document-completed': `/documents/${documents.completed.documentId}`,
        'document-declined': `/documents/${documents.declined.documentId}`,
        'document-unknown': '/documents/00000000-0000-4000-8000-000000000000',
        new: '/new',
        'new-template': '/new?as=template',
        composer: `/drafts/${saved.draftId}`,
        templates: '/templates',
        links: '/links',
        link: `/links/${saved.linkId}`,
        settings: '/settings',
        ...Object.fromEntries(SETTINGS.map((group) => [`settings-${group}`, `/settings/${group}`])),
      }),
    ],
  };
}

interface Sent {
  readonly documentId: string;
  /** Path of the signing link. */
  readonly link: string;
}

const ANNA = { fullName: 'Anna Ek', emailAddress: 'anna.ek@example.com' };
const OLA = { fullName: 'Ola Nordström', emailAddress: 'ola.nordstrom@example.com' };
const NEW_PAGE = { signaturePlacement: 'new_page' };

async function inventDocuments(running: TestService) {
  const { client } = running;
  const fileId = await uploadFixture(client);
  const send = async (name: string, people: readonly object[], reader = ANNA): Promise<Sent> => {
    const emailAddress = `${name.replaceAll(/\W/g, '')}@example.com`;
    const signeeDetails = people.map((person) => ({
      ...NEW_PAGE,
      ...person,
      ...('fullName' in person && person.fullName === reader.fullName ? { emailAddress } : {}),
    }));
    const personalMessage = 'Hello! Here is the agreement we talked about. Call me if anything is unclear.';
    const body = documentBody(fileId, { name, signeeDetails, personalMessage });
    const { documentId } = await create<{ documentId: string }>(client, '/v1/docs', body);
    await waitForStatus(client, documentId, 'awaiting_signatures', PATIENCE_MS);
    return { documentId, link: await readInvitation(client, emailAddress) };
  };
  const sign = ({ link }: Sent) => signByHand(client.anonymous, link);
  const waiting = await send('Employment agreement 2027', [ANNA]);
  const second = await send('Lease of Storgatan 14', [ANNA, OLA]);
  const signed = await send('Order confirmation 20481', [ANNA, OLA]);
  await sign(signed);
  const completed = await send('Non-disclosure agreement', [ANNA]);
  await sign(completed);
  await waitForStatus(client, completed.documentId, 'completed', PATIENCE_MS);
  const revoked = await send('Price list of spring', [ANNA]);
  await client.put(`/v1/docs/${revoked.documentId}/revoke`);
  const declined = await send('Consulting agreement', [ANNA]);
  await client.anonymous.post(`${declined.link}/decline`, { reason: 'The fee is not what we agreed on.' });
  await send(
    'Board minutes of March',
    [{ fullName: 'Maria Lind', emailAddress: 'owner@example.com' }, OLA],
    OLA,
  );
  const recipients = await client.get<{ recipients: { signingUrl: string }[] }>(
    `/v1/docs/${waiting.documentId}/recipient-links`,
  );
  const recipientLink = new URL(recipients.body.recipients[0]?.signingUrl ?? '').pathname;
  return { waiting, second, signed, completed, revoked, declined, recipientLink };
}

async function inventSaved({ client }: TestService) {
  const fileId = await uploadFixture(client, 'plain/two-pages.pdf');
  const box = (y: number) => ({ signatureBox: { page: 0, x: 60, y } });
  const signeeDetails = [
    { ...ANNA, ...box(600) },
    { ...OLA, ...box(700) },
  ];
  const draft = { name: 'Lease of a parking space', fileId, signeeDetails };
  const { draftId } = await create<{ draftId: string }>(client, '/v1/docs/drafts', draft);
  await create(client, '/v1/templates', { name: 'Employment agreement', fileId, signeeDetails: [NEW_PAGE] });
  const link = await create<{ linkId: string; url: string }>(client, '/v1/links', {
    fileId,
    name: 'House rules',
    signeeDetails: [{ ...NEW_PAGE, label: 'Tenant' }],
  });
  return { draftId, linkId: link.linkId, linkPath: new URL(link.url).pathname };
}

async function create<T>(client: ApiClient, path: string, body: object): Promise<T> {
  const answer = await client.post<T>(path, body);
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.bytes}`);
  return answer.body;
}

/** Resolves when a page shows its content: a heading, nothing still loading, and the pages in sight drawn. */
export async function waitForContent(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const inSight = (selector: string) =>
      [...document.querySelectorAll(selector)].filter(
        (element) =>
          element.getBoundingClientRect().top < innerHeight && element.closest('.waiting') === null,
      );
    const pages = inSight('.document .page, .composer-page, .preview-page');
    const drawn = inSight('[data-outcome="drawn"]');
    const isDrawn = pages.length === 0 || drawn.length > 0;
    return (
      document.querySelector('h1') !== null &&
      inSight('.spinner, .skeleton, .skeleton-rows').length === 0 &&
      isDrawn
    );
  });
}
