import { Readable } from 'node:stream';
import { ERASURE_KINDS, ERASURE_OUTCOMES, STAY_REASONS } from '@countersign/signing';
import { z } from 'zod';
import { writePersonArchive } from '../export/person-archive.ts';
import { refuseOtherPrograms } from '../request/authenticate.ts';
import { readBrowser } from '../request/client.ts';
import { defineRoute } from '../route.ts';
import { warnings } from '../schemas/parts.ts';
import { attachmentDisposition } from '../send-file.ts';
import { beginReadingAll } from './account-end.ts';

const personBody = z.object({
  address: z.string().min(1).meta({ description: 'An email address or phone number.' }),
  currentPassword: z
    .string()
    .default('')
    .meta({ description: 'Of the user; required in a browser, unless the user came by single sign-on.' }),
});

const OWNER_ERRORS = [
  'role_missing',
  'api_key_required',
  'password_wrong',
  'sign_in_again',
  'too_many_attempts',
] as const;

const exportPerson = defineRoute({
  method: 'POST',
  path: '/v1/account/people/export',
  source: 'ours',
  scope: 'read',
  summary: 'A ZIP file with what the account knows of a person, by address, as an owner',
  status: 200,
  mediaType: 'application/zip',
  schemas: { body: personBody },
  errors: [...OWNER_ERRORS, 'storage_unavailable'],
  async handler({ deps, caller, body: { address, currentPassword }, request, reply }) {
    refuseOtherPrograms(request);
    const browser = readBrowser(request, deps.settings.baseUrl);
    await deps.identity.accounts.allowPerson(caller, { currentPassword, browser }, false);
    const now = deps.clock.now();
    const records = deps.signing.exports.readPerson({ address, accountId: caller.accountId });
    const end = beginReadingAll(caller.accountId);
    const content = Readable.from(writePersonArchive({ ...deps, now }, records), { objectMode: false });
    content.once('close', end);
    return reply
      .headers({
        'content-type': 'application/zip',
        'cache-control': 'private, no-store',
        'content-disposition': attachmentDisposition(`person-${now.toISOString().slice(0, 10)}.zip`),
      })
      .send(content);
  },
});

const erasePerson = defineRoute({
  method: 'POST',
  path: '/v1/account/people/erase',
  source: 'ours',
  scope: 'write',
  summary: 'Remove or mask what the account knows of a person, by address, as an owner; lists what stays',
  status: 200,
  schemas: {
    body: personBody,
    answer: z.object({
      items: z.array(
        z.object({
          kind: z.enum(ERASURE_KINDS),
          id: z.string(),
          outcome: z.enum(ERASURE_OUTCOMES),
          stays: z
            .array(z.enum(STAY_REASONS))
            .meta({ description: 'What stays, or why it was not changed.' }),
        }),
      ),
      warnings,
    }),
  },
  errors: [...OWNER_ERRORS],
  async handler({ deps, caller, body: { address, currentPassword }, request }) {
    refuseOtherPrograms(request);
    const browser = readBrowser(request, deps.settings.baseUrl);
    await deps.identity.accounts.allowPerson(caller, { currentPassword, browser }, true);
    const end = beginReadingAll(caller.accountId);
    const items = await deps.signing.people
      .erase({ address, accountId: caller.accountId, caller })
      .finally(end);
    return { items: items.map(({ kind, id, outcome, stays }) => ({ kind, id, outcome, stays: [...stays] })) };
  },
});

export const peopleRoutes = { exportPerson, erasePerson };
