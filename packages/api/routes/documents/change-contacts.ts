import {
  type ChangedContact,
  contactUpdateCooldown,
  emailAddress,
  line,
  MAX_NAME_LENGTH,
  MAX_SIGNEES,
  phoneNumber,
} from '@countersign/signing';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { uuid } from '../../schemas/text.ts';

const changed = z.object({
  signeeId: z.string(),
  previousSigneeId: z.string(),
  updated: z.object({
    fullName: z.string(),
    emailAddress: z.string().nullable(),
    phoneNumber: z.string().nullable(),
  }),
  updateCooldown: z.int().meta({ description: 'Seconds until the next update is allowed; 0: now.' }),
});

export const changeContacts = defineRoute({
  method: 'PATCH',
  path: '/v1/docs/:documentId/signature-field',
  source: 'specification',
  scope: 'write',
  summary: 'Correct names and contact details of signees',
  status: 200,
  schemas: {
    params: z.object({ documentId: uuid }),
    body: z
      .array(
        z.object({
          signeeId: uuid,
          fullName: line({ min: 1, max: MAX_NAME_LENGTH }).optional(),
          emailAddress: emailAddress.optional(),
          phoneNumber: phoneNumber.optional(),
        }),
      )
      .min(1)
      .max(MAX_SIGNEES),
    answer: z.union([changed, z.array(changed)]),
  },
  errors: [
    'invalid_request',
    'document_not_found',
    'not_yours',
    'document_not_signable',
    'signee_not_found',
    'signee_has_signed',
    'contact_not_addable',
    'contact_update_limit_reached',
  ],
  async handler({ deps, caller, params, body }) {
    const contacts = await deps.signing.documents.changeContacts(caller, params.documentId, body);
    const present = (contact: ChangedContact) => presentChange(contact, deps.clock.now());
    const [first, ...others] = contacts;
    return first !== undefined && others.length === 0 ? present(first) : contacts.map(present);
  },
});

function presentChange({ signee, previousSigneeId }: ChangedContact, now: Date): z.output<typeof changed> {
  return {
    signeeId: signee.signeeId,
    previousSigneeId,
    updated: {
      fullName: signee.fullName,
      emailAddress: signee.emailAddress,
      phoneNumber: signee.phoneNumber,
    },
    updateCooldown: contactUpdateCooldown(signee, now),
  };
}
