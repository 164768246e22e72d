import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Company } from '@countersign/signing';

export interface BolagsverketServerOptions {
  readonly clientId: string;
  readonly clientSecret: string;
}

export type BolagsverketServer = Awaited<ReturnType<typeof startBolagsverketServer>>;

export async function startBolagsverketServer(
  companies: readonly Company[],
  { clientId, clientSecret }: BolagsverketServerOptions,
) {
  const calls: string[] = [];
  let tokens = 0;
  let refusal: number | undefined;
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    calls.push(path);
    const body = await text(request);
    const reply = (status: number, content: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    if (refusal !== undefined) {
      const status = refusal;
      refusal = undefined;
      return reply(status, { status, title: 'Fel' });
    }
    if (path === '/oauth2/token') {
      if (request.headers.authorization !== basic || body !== 'grant_type=client_credentials')
        return reply(401, { error: 'invalid_client' });
      tokens++;
      return reply(200, { access_token: `token-${tokens}`, token_type: 'Bearer', expires_in: 3600 });
    }
    if (request.headers.authorization !== `Bearer token-${tokens}`) return reply(401, { code: '900901' });
    const { identitetsbeteckning } = JSON.parse(body) as { identitetsbeteckning: string };
    const company = companies.find(({ organisationNumber }) => organisationNumber === identitetsbeteckning);
    if (path === '/foretagsinformation/v4/organisationer')
      return company === undefined ? reply(404, { status: 404 }) : reply(200, [toOrganisation(company)]);
    if (path === '/verkliga-huvudman/v1/organisationer')
      return company === undefined || !company.isRegistered
        ? reply(404, { status: 404 })
        : reply(200, { verkligHuvudman: listOwners(company), foretradare: [] });
    reply(404, { status: 404 });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    api: origin,
    tokenUrl: `${origin}/oauth2/token`,
    calls,
    revokeTokens: () => {
      tokens++;
    },
    refuseNext: (status: number) => {
      refusal = status;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function toOrganisation({ name, addressLine1, zipCode, city, isRegistered, people, ...company }: Company) {
  return {
    identitet: {
      typ: { kod: 'ORGANISATIONSNUMMER', klartext: 'Organisationsnummer' },
      identitetsbeteckning: company.organisationNumber,
    },
    organisationsnamn: { typ: { kod: 'FORETAGSNAMN', klartext: 'Företagsnamn' }, namn: name },
    organisationsform: { kod: 'AB', klartext: 'Aktiebolag' },
    organisationsstatusar: isRegistered ? [] : [{ kod: 'AVR', klartext: 'Avregistrerad' }],
    ...(addressLine1 !== '' && {
      organisationsadresser: { postadress: { adress: addressLine1, postnummer: zipCode, postort: city } },
    }),
    funktionarer: [
      ...people
        .filter(({ roles }) => roles.includes('board_member'))
        .map(({ personalNumber }, index) => ({
          personnamn: { fornamn: 'FN', efternamn: 'EN' },
          identitet: identityOf(personalNumber),
          funktionarsroller: [
            index === 0
              ? { kod: 'OF', klartext: 'Styrelseordförande' }
              : { kod: 'LE', klartext: 'Styrelseledamot' },
          ],
        })),
      // The role does not count; the other is a firm of auditors.
      {
        personnamn: { fornamn: 'FN', efternamn: 'EN' },
        identitet: identityOf('197010632391'),
        funktionarsroller: [{ kod: 'SU', klartext: 'Styrelsesuppleant' }],
      },
      {
        organisationsnamn: { namn: 'Revision AB' },
        identitet: {
          typ: { kod: 'ORGANISATIONSNUMMER', klartext: 'Organisationsnummer' },
          identitetsbeteckning: '5565949210',
        },
        funktionarsroller: [{ kod: 'REV', klartext: 'Revisor' }],
      },
    ],
  };
}

function listOwners({ people }: Company) {
  return [
    ...people
      .filter(({ roles }) => roles.includes('beneficial_owner'))
      .map(({ personalNumber }) => ({
        personnamn: { fornamn: 'FN', efternamn: 'EN' },
        identitet: identityOf(personalNumber),
        arAnonym: false,
      })),
    { arAnonym: true },
  ];
}

function identityOf(personalNumber: string) {
  return {
    typ: { kod: 'PERSONNUMMER', klartext: 'Personnummer' },
    identitetsbeteckning: personalNumber,
  };
}
