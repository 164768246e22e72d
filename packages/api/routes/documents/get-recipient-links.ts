import { MESSAGE_CHANNELS, type Recipient } from '@countersign/signing';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { uuid } from '../../schemas/text.ts';

export const recipient = z.object({
  signeeId: z.string(),
  fullName: z.string(),
  emailAddress: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  verificationChannel: z.enum(MESSAGE_CHANNELS),
  signingUrl: z.string(),
  requiresVerification: z.boolean(),
});

export const getRecipientLinks = defineRoute({
  method: 'GET',
  path: '/v1/docs/:documentId/recipient-links',
  source: 'specification',
  scope: 'write',
  summary: 'List signing links to hand out',
  status: 200,
  schemas: {
    params: z.object({ documentId: uuid }),
    answer: z.object({ documentId: z.string(), recipients: z.array(recipient) }),
  },
  errors: ['document_not_found', 'not_yours'],
  async handler({ deps, caller, params }) {
    const recipients = await deps.signing.documents.getRecipientLinks(caller, params.documentId);
    return { documentId: params.documentId, recipients: recipients.map(presentRecipient) };
  },
});

function presentRecipient({
  signee,
  verificationChannel,
  signingUrl,
}: Recipient): z.output<typeof recipient> {
  const { signeeId, fullName, emailAddress, phoneNumber } = signee;
  return {
    ...{ signeeId, fullName, emailAddress, phoneNumber },
    verificationChannel,
    signingUrl,
    requiresVerification: true,
  };
}
