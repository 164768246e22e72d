import { ACCOUNT_EVENT_TYPES } from '@countersign/identity';
import { readPage } from '@countersign/signing';
import { z } from 'zod';
import { refuseOtherPrograms } from '../../request/other-programs.ts';
import { defineRoute } from '../../route.ts';
import { pageAnswer, pageQuery, presentPage } from '../../schemas/page.ts';
import { timestamp } from '../../schemas/text.ts';

export const accountEvent = z.object({
  eventId: z.string(),
  type: z.enum(ACCOUNT_EVENT_TYPES),
  date: timestamp,
  userId: z.string().nullable().meta({ description: 'Who did it; null if that is not known.' }),
  subjectId: z
    .string()
    .nullable()
    .meta({ description: 'The user, key, session, passkey, program or document it is about.' }),
  address: z.string().nullable().meta({ description: 'IP address.' }),
  details: z
    .record(z.string(), z.string())
    .meta({ description: '`by` is `operator` where the operator did it (`npm run admin`).' }),
});

export const listAccountEvents = defineRoute({
  method: 'GET',
  path: '/v1/account/audit-log',
  source: 'ours',
  scope: 'read',
  summary: 'List sign-ins and changes of users and keys, the newest first, as an owner or admin',
  status: 200,
  schemas: { query: pageQuery, answer: pageAnswer.extend({ events: z.array(accountEvent) }) },
  errors: ['role_missing', 'api_key_required'],
  async handler({ deps, caller, query, request }) {
    refuseOtherPrograms(request);
    const page = await readPage(query, (range) => deps.identity.accounts.listEvents(caller, range));
    const events = page.items.map(({ eventId, type, date, userId, subjectId, address, details }) => ({
      ...{ eventId, type, userId, subjectId, address, details },
      date: date.toISOString(),
    }));
    return { ...presentPage(query, page), events };
  },
});
