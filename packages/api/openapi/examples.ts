/** The examples are checked by describe-api.test.ts. */
interface Example {
  readonly request?: unknown;
  readonly answer?: unknown;
}

const DOCUMENT_ID = '3536687b-864a-4b0f-8d61-ace7390c71d7';
const FILE_ID = '584a1f8c-8517-4854-89e1-7075be856bfb';
const SIGNEE_ID = 'f2ac61db-f54e-4bd7-8a46-0d67b876c512';
const USER_ID = '09c1e579-34be-4745-8872-c98f5bccfc26';
const WEBHOOK_ID = '1a7c8a34-5b09-4b25-8f4d-0c5a9c1f9d11';
const SENT_AT = '2026-11-22T19:13:50.935Z';

const WEBHOOK = {
  webhookUrl: 'https://hooks.example.com/countersign',
  name: 'Archive',
  eventTypes: ['document.completed', 'document.revoked'],
};

/** The parameters of messages of errors, where a value absent would read `none`. */
export const EXAMPLE_PARAMS = {
  capability: 'templates',
  documentId: DOCUMENT_ID,
  field: 'plan',
  height: 842,
  limit: 4,
  max: 50,
  minutes: 15,
  nearest: 'plan_name',
  option: 'Gold',
  options: 'Basic, Plus',
  page: 3,
  pages: 2,
  signatureType: 'bankid_identification',
  taken: 'plan.name',
  text: 'Signature of the buyer',
  to: 'ada@example.com',
  width: 595,
};

/** Codes with a second sentence for some params. */
export const MORE_EXAMPLE_PARAMS: Readonly<Partial<Record<string, Readonly<Record<string, object>>>>> = {
  not_a_pdf: { empty_file: { size: 0 } },
};

export const EXAMPLES: Readonly<Record<string, Example>> = {
  createToken: {
    request: { apiKey: 'sk_0123456789abcdef', scope: 'read write' },
    answer: { access_token: 'NTA0ZGM5', token_type: 'Bearer', expires_in: 3600, scope: 'read write' },
  },
  createApiKey: { request: { name: 'Nightly export' } },
  mergeFiles: {
    request: { fileIds: [FILE_ID, '1544ef94-580e-40de-9e07-e334e7ec3bc3'], name: 'Contract with annexes' },
    answer: { fileId: 'c0a8b6a2-6c53-4d0c-8b0f-3a7a4d5b1e10' },
  },
  createDocument: {
    request: {
      fileId: FILE_ID,
      name: 'Contract',
      personalMessage: 'Please sign.',
      signeeDetails: [
        {
          fullName: 'Ada Lovelace',
          emailAddress: 'ada@example.com',
          signatureBox: { page: 0, x: 60, y: 700, scale: 1 },
          furtherBoxes: [{ kind: 'initials', page: 'all', x: 500, y: 790 }],
        },
        { fullName: 'Bo Ek', phoneNumber: '+46701234567', signaturePlacement: 'new_page' },
      ],
      fields: [{ name: 'Salary', value: '42 000' }],
      automaticReminders: { afterDays: 3, everyDays: 7 },
    },
    answer: {
      documentId: DOCUMENT_ID,
      name: 'Contract',
      createdAt: SENT_AT,
      userId: USER_ID,
      status: 'created',
      documentUrl: `https://sign.example.com/documents/${DOCUMENT_ID}`,
    },
  },
  listDocuments: {
    answer: {
      limit: 10,
      offset: 0,
      nextOffset: null,
      documents: [
        {
          documentId: DOCUMENT_ID,
          name: 'Contract',
          createdAt: SENT_AT,
          status: 'awaiting_signatures',
          userId: USER_ID,
        },
      ],
    },
  },
  listLabels: { answer: { labels: [{ label: 'Lease', count: 12 }] } },
  setDocumentLabels: {
    request: { labels: ['Lease', 'Stockholm'] },
    answer: { documentId: DOCUMENT_ID, labels: ['Lease', 'Stockholm'] },
  },
  remindSignees: {
    request: { signeeIds: [SIGNEE_ID] },
    answer: { remindersSentTo: [{ signeeId: SIGNEE_ID, reminderCooldown: 0 }], remindersNotSentTo: [] },
  },
  changeContacts: { request: [{ signeeId: SIGNEE_ID, emailAddress: 'ada.lovelace@example.com' }] },
  setFieldValues: { request: { fields: [{ name: 'Salary', value: '42 000' }] } },
  revokeDocument: { request: { errorLanguage: 'sv' }, answer: { documentId: DOCUMENT_ID } },
  resealDocument: { request: { errorLanguage: 'sv' }, answer: { documentId: DOCUMENT_ID } },
  createDraft: {
    request: { name: 'Contract', fileId: FILE_ID, signeeDetails: [{ fullName: 'Ada Lovelace' }] },
  },
  createTemplate: {
    request: {
      name: 'Employment contract',
      fileId: FILE_ID,
      signeeDetails: [{ fullName: 'Employee', signaturePlacement: 'new_page' }],
    },
  },
  createPublicLink: {
    request: {
      name: 'Consent form',
      fileId: FILE_ID,
      signeeDetails: [{ label: 'Parent', signaturePlacement: 'new_page' }],
    },
  },
  createWebhook: {
    request: WEBHOOK,
    answer: {
      webhookId: WEBHOOK_ID,
      userId: USER_ID,
      ...WEBHOOK,
      disabledAt: null,
      signingSecret: 'b3BlbiBzZXNhbWU',
    },
  },
  updateWebhook: { request: WEBHOOK },
  rotateWebhookSecret: { answer: { webhookId: WEBHOOK_ID, signingSecret: 'b3BlbiBzZXNhbWUy' } },
};
