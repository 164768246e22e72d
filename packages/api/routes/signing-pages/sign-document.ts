import {
  BUSY,
  FILE_FAULTS,
  type InkInput,
  REQUIRED_FIELD_FAULTS,
  type SignCommand,
  VALUE_FAULTS,
} from '@countersign/signing';
import type { z } from 'zod';
import { readClientAddress } from '../../request/client-address.ts';
import { defineRoute } from '../../route.ts';
import { SIGNATURE_BODY_LIMIT } from '../../schemas/body-limits.ts';
import { signatureInput, signingView } from '../../schemas/signing-view.ts';
import { admitLink, linkParams, visitorOf } from './signing-link.ts';

export const signDocument = defineRoute({
  method: 'POST',
  path: '/sign/:token/signature',
  source: 'ours',
  scope: 'public',
  summary: 'Sign',
  status: 200,
  hidden: true,
  // 60 a minute of the default: a call may decode 40 million pixels.
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
  ],
  async handler(input) {
    const { deps, params, body, request } = input;
    const command: SignCommand = {
      fullName: body.fullName,
      ink: body.ink && decodeInk(body.ink),
      values: body.values,
      consent: body.consent,
      consentText: body.consentText,
      fileVersion: body.fileVersion,
      shownName: body.shownName,
      ipAddress: readClientAddress(request),
      userAgent: request.headers['user-agent'] ?? '',
    };
    return signingView.parse(await deps.signing.signingPages.sign(params.token, command, visitorOf(input)));
  },
});

function decodeInk(ink: NonNullable<z.output<typeof signatureInput>['ink']>): InkInput {
  if (ink.kind === 'typed') return ink;
  return { kind: ink.kind, png: Buffer.from(ink.png, 'base64') };
}
