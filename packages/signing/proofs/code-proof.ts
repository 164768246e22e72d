import { hashSecret, invalid } from '@countersign/base';
import { z } from 'zod';
import { emailAddress, phoneNumber } from '../configuration/text.ts';
import type { Signee } from '../documents/document.ts';
import { refuseProblems } from '../errors.ts';
import type { MessageChannel } from '../notifications/channels.ts';
import { maskContact } from '../personal-data.ts';
import { deliverCode, uncountVisitCode } from '../sessions/deliver-code.ts';
import {
  CODE_COOLDOWN_SECONDS,
  CODE_MINUTES,
  MAX_CODE_TRIES,
  MAX_CODES_PER_DAY,
} from '../sessions/session.ts';
import { defineProof, type ProofContext, type ProofOutcome } from './define-proof.ts';
import { valuesOfText } from './field-value.ts';
import { EMPTY_RESULT } from './proof.ts';

const codeState = z.object({
  contact: z.string(),
  /** SHA-256 (hex) of the proof, the contact and the code. */
  codeHash: z.string(),
});
type CodeState = z.infer<typeof codeState>;

/** The limits are those of codes at links. */
const CODE_LIMITS = {
  minutes: CODE_MINUTES,
  maxAttempts: MAX_CODE_TRIES,
  maxStarts: MAX_CODES_PER_DAY,
  cooldownSeconds: CODE_COOLDOWN_SECONDS,
  maxSucceeded: 1,
} as const;

interface CodeAddress {
  readonly channel: Extract<MessageChannel, 'email' | 'sms'>;
  readonly member: 'emailAddress' | 'phoneNumber';
}

/** A code that was sent there has to be entered. */
function codeProof({ channel, member }: CodeAddress) {
  return {
    ...CODE_LIMITS,
    state: codeState,
    answer: { input: z.object({ code: z.string() }), run: checkCode },
    succeeded: ({ deps, document }: ProofContext) => uncountVisitCode(deps, document),
    introduce: ({ signee }: { readonly signee: Signee }) => {
      const contact = signee[member];
      return { contact: contact && maskContact(channel, contact) };
    },
    describe: ({ contact }: CodeState) => ({
      contact: maskContact(channel, contact),
      cooldownSeconds: CODE_LIMITS.cooldownSeconds,
    }),
    /** A signee without one gives it [2.10-19] [2.10-20]. */
    async start(context: ProofContext, given: string | undefined): Promise<ProofOutcome<CodeState>> {
      const { deps, proofId, document, signee, origin } = context;
      const contact = signee[member] ?? given ?? '';
      if (contact === '') {
        refuseProblems([invalid(`input.${member}`, 'required')]);
        throw new TypeError('refused');
      }
      const code = deps.ids.oneTimeCode();
      await deliverCode(
        deps,
        { document, signee, network: origin?.network },
        { channel, contact },
        { code, messageId: `proof:${proofId}` },
      );
      return { kind: 'pending', state: { contact, codeHash: hashCode(proofId, contact, code) } };
    },
  };

  async function checkCode(
    { proofId, field }: ProofContext,
    state: CodeState,
    { code }: { readonly code: string },
  ): Promise<ProofOutcome<CodeState>> {
    const { contact, codeHash } = state;
    // People type the code as they see it: “123 456”.
    if (hashCode(proofId, contact, code.replace(/\s/g, '')) !== codeHash)
      return { kind: 'rejected', error: 'code_invalid' };
    const values = field === null ? [] : valuesOfText(field, contact);
    return { kind: 'succeeded', state, result: { ...EMPTY_RESULT, values, facts: { [member]: contact } } };
  }
}

function hashCode(proofId: string, contact: string, code: string): string {
  return hashSecret(JSON.stringify([proofId, contact, code]));
}

const emailProof = codeProof({ channel: 'email', member: 'emailAddress' });

/** The one-time code by mail [2.10-20]. */
export const emailCode = defineProof({
  ...emailProof,
  kind: 'email_code',
  capability: null,
  triggers: ['svc-email-verification'],
  startInput: z.object({ emailAddress: emailAddress.optional() }),
  start: (context, input) => emailProof.start(context, input.emailAddress),
});

const smsProof = codeProof({ channel: 'sms', member: 'phoneNumber' });

/** The one-time code by SMS [2.10-19]. */
export const smsCode = defineProof({
  ...smsProof,
  kind: 'sms_code',
  capability: 'deliverySms',
  triggers: ['svc-sms-verification'],
  startInput: z.object({ phoneNumber: phoneNumber.optional() }),
  start: (context, input) => smsProof.start(context, input.phoneNumber),
});
