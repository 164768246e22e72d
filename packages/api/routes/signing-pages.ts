import { SIGNATURE_FONTS } from '@countersign/seal/layout';
import {
  BUSY,
  FILE_FAULTS,
  fieldValues,
  type InkInput,
  REQUIRED_FIELD_FAULTS,
  type SignCommand,
  SigningError,
  signingView,
  VALUE_FAULTS,
  type Visitor,
  visitorView,
} from '@countersign/signing';
import { z } from 'zod';
import { choosePageLanguage } from '../request/client.ts';
import { readClientAddress } from '../request/client-address.ts';
import { readFramedVisitor, readVisitor } from '../request/cookies.ts';
import { defineRoute, type RouteInput, type Scope } from '../route.ts';
import { SIGNATURE_BODY_LIMIT } from '../schemas/parts.ts';
import { sendPage } from '../send-page.ts';

export const linkParams = z.object({ token: z.string() });

export const admitLink = ({
  deps,
  params,
}: Pick<RouteInput<unknown, unknown, unknown, Scope>, 'deps' | 'params'>) =>
  deps.signing.signingPages.requireLink(linkParams.parse(params).token);

export function visitorOf({
  deps,
  params,
  request,
  reply,
}: Pick<
  RouteInput<{ readonly token: string }, unknown, unknown, Scope>,
  'deps' | 'params' | 'request' | 'reply'
>): Visitor {
  const { baseUrl, embeddingOrigins } = deps.settings;
  const framed = embeddingOrigins.length > 0 ? readFramedVisitor(request, reply) : undefined;
  return framed ?? readVisitor(request, reply, { baseUrl, token: params.token });
}

/** Both kinds of tokens share one path. Throws `link_not_found`. */
export async function orPublicLink<Own, Public>(
  ofSigningLink: () => Promise<Own>,
  ofPublicLink: () => Promise<Public>,
): Promise<Own | Public> {
  try {
    return await ofSigningLink();
  } catch (error) {
    if (error instanceof SigningError && error.code === 'link_not_found') return ofPublicLink();
    throw error;
  }
}

const declineDocument = defineRoute({
  method: 'POST',
  path: '/sign/:token/decline',
  source: 'ours',
  scope: 'public',
  summary: 'Decline to sign, with a reason',
  status: 200,
  hidden: true,
  admit: admitLink,
  schemas: {
    params: linkParams,
    body: z.object({ reason: z.string() }),
    answer: signingView,
  },
  errors: [
    ...BUSY,
    'link_not_found',
    'verification_required',
    'document_not_signable',
    'already_signed',
    'not_your_turn',
  ],
  async handler(input) {
    const { deps, params, body } = input;
    return await deps.signing.signingPages.decline(params.token, body.reason, visitorOf(input));
  },
});

const openSigningLink = defineRoute({
  method: 'GET',
  path: '/sign/:token/session',
  source: 'ours',
  scope: 'public',
  summary: 'What the signing page shows',
  status: 200,
  hidden: true,
  conditional: true,
  schemas: { params: linkParams, answer: z.union([signingView, visitorView]) },
  errors: [...FILE_FAULTS, ...BUSY, 'link_not_found'],
  async handler(input) {
    const { deps, params } = input;
    const visitor = visitorOf(input);
    return orPublicLink(
      async () => await deps.signing.signingPages.open(params.token, visitor),
      async () => await deps.signing.publicLinks.open(params.token, visitor),
    );
  },
});

/** Mail scanners open links: the opening is recorded when the page requests its session. */
const showSigningPage = defineRoute({
  method: 'GET',
  path: '/sign/:token',
  source: 'ours',
  scope: 'public',
  summary: 'The page a signee signs on',
  status: 200,
  hidden: true,
  schemas: { params: z.object({ token: z.string() }) },
  errors: [],
  async handler({ deps, request, reply }) {
    const { embeddingOrigins } = deps.settings;
    const html = deps.web.renderSigningPage(choosePageLanguage(request), embeddingOrigins);
    return sendPage(reply, html, { policy: 'document', embeddingOrigins });
  },
});

const ink = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('drawn'), png: z.base64() }),
  z.object({ kind: z.literal('picture'), png: z.base64() }),
  z.object({
    kind: z.literal('typed'),
    typedName: z.string().min(1),
    font: z.enum(SIGNATURE_FONTS).default(SIGNATURE_FONTS[0]),
  }),
]);

export const signatureInput = z.object({
  /** The product limits its length. */
  fullName: z.string().optional(),
  ink: ink.optional(),
  initials: ink.optional(),
  values: fieldValues.default([]),
  consent: z.boolean(),
  consentText: z.string().optional(),
  fileVersion: z.string().optional(),
  shownName: z.string().optional(),
});

const signDocument = defineRoute({
  method: 'POST',
  path: '/sign/:token/signature',
  source: 'ours',
  scope: 'public',
  summary: 'Sign',
  status: 200,
  hidden: true,
  // The default allows 60 a minute: a call may decode two pictures of 40 million pixels.
  allowance: 0.1,
  bodyLimit: SIGNATURE_BODY_LIMIT,
  admit: admitLink,
  schemas: { params: linkParams, body: signatureInput, answer: signingView },
  errors: [
    ...FILE_FAULTS,
    ...VALUE_FAULTS,
    ...REQUIRED_FIELD_FAULTS,
    ...BUSY,
    'link_not_found',
    'verification_required',
    'document_not_signable',
    'already_signed',
    'not_your_turn',
    'consent_changed',
    'document_changed',
    'identification_outdated',
    'attachments_too_large',
    'signature_type_not_supported',
    'proof_missing',
    'name_differs',
    'image_not_readable',
    'initials_required',
    'initials_not_asked',
  ],
  async handler(input) {
    const { deps, params, body, request } = input;
    const command: SignCommand = {
      fullName: body.fullName,
      ink: body.ink && decodeInk(body.ink),
      initials: body.initials && decodeInk(body.initials),
      values: body.values,
      consent: body.consent,
      consentText: body.consentText,
      fileVersion: body.fileVersion,
      shownName: body.shownName,
      ipAddress: readClientAddress(request),
      userAgent: request.headers['user-agent'] ?? '',
    };
    return await deps.signing.signingPages.sign(params.token, command, visitorOf(input));
  },
});

function decodeInk(ink: NonNullable<z.output<typeof signatureInput>['ink']>): InkInput {
  if (ink.kind === 'typed') return ink;
  return { kind: ink.kind, png: Buffer.from(ink.png, 'base64') };
}

export const signingPageRoutes = {
  showSigningPage,
  openSigningLink,
  signDocument,
  declineDocument,
};
