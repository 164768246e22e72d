import { MAX_NAME_LENGTH } from '@countersign/base/text';
import { errorMessage } from '@countersign/i18n';
import {
  automaticReminders,
  BUSY,
  type ChangedContact,
  contactUpdateCooldown,
  emailAddress,
  line,
  MAX_SIGNEES,
  MESSAGE_CHANNELS,
  phoneNumber,
  type Recipient,
} from '@countersign/signing';
import { uuid } from '@countersign/signing/configuration/text';
import { z } from 'zod';
import { chooseErrorLanguage } from '../request/client.ts';
import { readVisitor } from '../request/cookies.ts';
import { defineRoute } from '../route.ts';

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

const changeContacts = defineRoute({
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

const endAutomaticReminders = defineRoute({
  method: 'DELETE',
  path: '/v1/docs/:documentId/automatic-reminders',
  source: 'ours',
  scope: 'write',
  summary: 'Send no more automatic reminders of a document',
  status: 204,
  schemas: { params: z.object({ documentId: uuid }) },
  errors: ['document_not_found', 'not_yours', 'document_not_signable'],
  async handler({ deps, caller, params, reply }) {
    await deps.signing.documents.setAutomaticReminders(caller, params.documentId, null);
    return reply.send();
  },
});

export const recipient = z.object({
  signeeId: z.string(),
  fullName: z.string(),
  emailAddress: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  verificationChannel: z.enum(MESSAGE_CHANNELS),
  signingUrl: z.string(),
  requiresVerification: z.boolean(),
});

const getRecipientLinks = defineRoute({
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
    signeeId,
    fullName,
    emailAddress,
    phoneNumber,
    verificationChannel,
    signingUrl,
    requiresVerification: true,
  };
}

const openOwnLink = defineRoute({
  method: 'POST',
  path: '/v1/docs/:documentId/own-link',
  source: 'ours',
  scope: 'session',
  summary: 'Open the signing link of the user who is signed in, without a code',
  status: 200,
  hidden: true,
  schemas: { params: z.object({ documentId: uuid }), answer: z.object({ signingUrl: z.string() }) },
  errors: [...BUSY, 'document_not_found', 'not_yours', 'link_not_found'],
  async handler({ deps, caller, params, request, reply }) {
    const { baseUrl } = deps.settings;
    const visitorOf = (token: string) => readVisitor(request, reply, { baseUrl, token });
    return { signingUrl: await deps.signing.signingPages.openOwn(caller, params.documentId, visitorOf) };
  },
});

const cooldown = z.int().meta({ description: 'Seconds until the next reminder is allowed; 0: now.' });

const remindSignees = defineRoute({
  method: 'POST',
  path: '/v1/docs/:documentId/reminder',
  source: 'specification',
  scope: 'write',
  summary: 'Remind signees over all their contact methods',
  status: 200,
  schemas: {
    params: z.object({ documentId: uuid }),
    body: z.object({
      signeeIds: z.array(uuid).min(1).max(MAX_SIGNEES),
    }),
    answer: z.object({
      remindersSentTo: z.array(z.object({ signeeId: z.string(), reminderCooldown: cooldown })),
      remindersNotSentTo: z.array(
        z.object({ signeeId: z.string(), message: z.string(), reminderCooldown: cooldown }),
      ),
    }),
  },
  errors: [
    'invalid_request',
    'document_not_found',
    'not_yours',
    'document_not_signable',
    'signee_not_found',
    'reminder_limit_reached',
  ],
  async handler({ deps, caller, params, body, request }) {
    const { sent, notSent } = await deps.signing.documents.remind(caller, params.documentId, body.signeeIds);
    const language = chooseErrorLanguage(request);
    return {
      remindersSentTo: sent,
      remindersNotSentTo: notSent.map(({ signeeId, reason, reminderCooldown: seconds }) => ({
        signeeId,
        message: errorMessage(language, reason, { seconds }),
        reminderCooldown: seconds,
      })),
    };
  },
});

const setAutomaticReminders = defineRoute({
  method: 'PUT',
  path: '/v1/docs/:documentId/automatic-reminders',
  source: 'ours',
  scope: 'write',
  summary: 'Change when the signees of a document are reminded automatically',
  status: 200,
  schemas: {
    params: z.object({ documentId: uuid }),
    body: automaticReminders,
    answer: automaticReminders,
  },
  errors: ['document_not_found', 'not_yours', 'document_not_signable'],
  async handler({ deps, caller, params, body }) {
    await deps.signing.documents.setAutomaticReminders(caller, params.documentId, body);
    return body;
  },
});

export const signeeRoutes = {
  remindSignees,
  changeContacts,
  getRecipientLinks,
  openOwnLink,
  setAutomaticReminders,
  endAutomaticReminders,
};
