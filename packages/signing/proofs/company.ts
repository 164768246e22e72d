import { invalid } from '@countersign/base';
import { groupByIndex, listFills } from '@countersign/forms/attributes';
import type { FieldValue, FormField } from '@countersign/toolkit';
import { z } from 'zod';
import { MAX_PURPOSE_LENGTH } from '../configuration/limits.ts';
import { refuseProblems } from '../errors.ts';
import { formatOrganisationNumber, parseOrganisationNumber } from '../personal-data.ts';
import { ELECTRONIC_ID_DEVICES, type VerifiedIdentity } from '../ports/electronic-id.ts';
import {
  COMPANY_ROLES,
  type Company,
  type CompanyRegister,
  CompanyRegisterUnavailable,
  type CompanyRole,
} from '../ports/providers.ts';
import { defineProof, type ProofContext, type ProofOutcome } from './define-proof.ts';
import {
  advanceOrder,
  cancelOrder,
  describeIdentity,
  describeOrder,
  hashSignature,
  introduceProvider,
  mergeOrders,
  ORDER_LIMITS,
  type OrderState,
  type OrderStep,
  orderState,
  POLL_SECONDS,
  startOrder,
} from './electronic-id-order.ts';
import { valuesOfText } from './field-value.ts';
import { EMPTY_RESULT, sandboxFact } from './proof.ts';

interface Variant {
  readonly roles: readonly CompanyRole[];
  readonly asksQuestions: boolean;
}

/** The trigger decides which facts are asked for [2.10-09] [2.10-10] [2.10-11]. */
const VARIANTS: Readonly<Record<string, Variant>> = {
  'svc-orgnumber-verification': { roles: ['beneficial_owner'], asksQuestions: false },
  'svc-orgnumber-verification-boardmember': { roles: COMPANY_ROLES, asksQuestions: false },
  'svc-orgnumber-verification-kyc': { roles: ['beneficial_owner'], asksQuestions: true },
};

/** Not in the specification: what the Swedish act (2017:630) on money laundering needs first. */
const answers = z.object({
  isPoliticallyExposed: z.boolean(),
  actsForOthers: z.boolean(),
  purpose: z.string().trim().min(1).max(MAX_PURPOSE_LENGTH),
});
export type ComplianceAnswers = z.infer<typeof answers>;

const company = z.object({
  organisationNumber: z.string(),
  name: z.string(),
  addressLine1: z.string(),
  zipCode: z.string(),
  city: z.string(),
  isRegistered: z.boolean(),
  people: z.array(z.object({ personalNumber: z.string(), roles: z.array(z.enum(COMPANY_ROLES)) })),
});

const state = orderState.extend({
  company,
  register: z.string(),
  isSandboxRegister: z.boolean(),
  answers: answers.nullable(),
});
type State = z.infer<typeof state>;

/** BankID takes 1,500 characters of base64 from those who identify themselves. */
const MAX_TEXT_BYTES = 1_125;
const ELLIPSIS = '…';

/** The cut never divides a character. */
function cutText(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_TEXT_BYTES) return text;
  const kept = bytes.subarray(0, MAX_TEXT_BYTES - Buffer.byteLength(ELLIPSIS));
  return new TextDecoder().decode(kept, { stream: true }) + ELLIPSIS;
}

const startInput = z.object({
  device: z.enum(ELECTRONIC_ID_DEVICES),
  organisationNumber: z.string(),
  ...answers.partial().shape,
});
type StartInput = z.infer<typeof startInput>;

/**
 * By e-ID, and the register has the signee in the trigger's role. The company comes first, so that no e-ID is
 * used for a mistyped number.
 */
export const companyCheck = defineProof({
  ...ORDER_LIMITS,
  kind: 'company',
  capability: 'signatureBankId',
  isConfigured: ({ companyRegister }) => companyRegister !== null,
  triggers: Object.keys(VARIANTS),
  state,
  merge: mergeOrders<State>,
  startInput,
  async start(context: ProofContext, input: StartInput): Promise<ProofOutcome<State>> {
    const variant = variantOf(context);
    const number = parseOrganisationNumber(input.organisationNumber);
    const given = variant.asksQuestions ? answers.safeParse(input).data : undefined;
    const missesAnswers = variant.asksQuestions && given === undefined;
    refuseProblems([
      ...(number === null ? [invalid('input.organisationNumber', 'organisation_number')] : []),
      ...(missesAnswers ? [invalid('input.purpose', 'required')] : []),
    ]);
    const register = requireRegister(context);
    const found = await findCompany(register, number ?? '');
    if ('reason' in found) return { kind: 'failed', ...found };
    const visibleText = context.deps.messages.electronicIdText(context.document.language, {
      documentName: context.document.name,
      fileSha256: '',
      companyName: found.name,
    });
    const step = await startOrder(context, {
      purpose: 'identify',
      device: input.device,
      visibleText: cutText(visibleText),
      hiddenText: JSON.stringify({ proofId: context.proofId, organisationNumber: number }),
    });
    return outcomeOf(context, step, {
      company: { ...found, people: found.people.map((person) => ({ ...person, roles: [...person.roles] })) },
      register: register.name,
      isSandboxRegister: register.isSandbox,
      answers: given ?? null,
    });
  },
  answer: {
    input: z.record(z.string(), z.string()),
    run: async (context: ProofContext, current: State, input) =>
      outcomeOf(context, await advanceOrder(context, current, input), current),
  },
  poll: {
    seconds: POLL_SECONDS,
    run: async (context: ProofContext, current: State) =>
      outcomeOf(context, await advanceOrder(context, current), current),
  },
  cancel: cancelOrder,
  keep: ({ identity }: State) => identity,
  introduce: (_, { electronicId, companyRegister }) => ({
    ...introduceProvider(electronicId),
    register: companyRegister?.name ?? null,
    isSandboxRegister: companyRegister?.isSandbox ?? false,
  }),
  describe: (current: State) => ({
    ...describeOrder(current),
    companyName: current.company.name,
    register: current.register,
  }),
});

type Subject = Pick<State, 'company' | 'register' | 'isSandboxRegister' | 'answers'>;

function outcomeOf(
  context: ProofContext,
  step: OrderStep,
  { company: of, register, isSandboxRegister, answers: given }: Subject,
): ProofOutcome<State> {
  if (step.kind === 'failed') return step;
  const subject = { company: of, register, isSandboxRegister, answers: given };
  if (step.kind === 'pending')
    return { kind: 'pending', state: { ...step.order, ...subject }, isOutage: step.isOutage === true };
  const role = findRole(of, step.identity, variantOf(context).roles);
  if (role === undefined) return { kind: 'failed', reason: 'company_role_missing' };
  return {
    kind: 'succeeded',
    state: { ...step.order, ...subject },
    result: {
      ...EMPTY_RESULT,
      values: fillFields(context, of),
      facts: describeCheck(step.order, step.identity, role, subject),
    },
  };
}

function findRole(
  { people }: Company,
  { personalNumber }: VerifiedIdentity,
  accepted: readonly CompanyRole[],
): CompanyRole | undefined {
  const person = people.find((one) => one.personalNumber === personalNumber);
  return accepted.find((role) => person?.roles.includes(role));
}

/** Describes the check for the evidence [2.10-11]. */
function describeCheck(
  order: OrderState,
  identity: VerifiedIdentity,
  role: CompanyRole,
  { company: of, register, isSandboxRegister, answers: given }: Subject,
): Readonly<Record<string, string>> {
  const { provider, fullName, personalNumber } = describeIdentity(order, identity);
  return {
    organisationNumber: formatOrganisationNumber(of.organisationNumber),
    companyName: of.name,
    role,
    register,
    provider,
    fullName,
    ...(personalNumber !== null && { personalNumber }),
    ...sandboxFact(order.isSandbox),
    ...(isSandboxRegister && { sandboxRegister: 'true' }),
    ...hashSignature(identity),
    ...(given !== null && {
      isPoliticallyExposed: String(given.isPoliticallyExposed),
      actsForOthers: String(given.actsForOthers),
      purpose: given.purpose,
    }),
  };
}

/** Fills the receiving fields, also those of an index that the trigger shares with others. */
function fillFields({ field, fields }: ProofContext, of: Company): readonly FieldValue[] {
  if (field === null) return [];
  const texts: Readonly<Record<string, string>> = {
    'svc-verified-orgnumber': formatOrganisationNumber(of.organisationNumber),
    'svc-verified-orgnumber-companyname': of.name,
    'svc-verified-orgnumber-addressline1': of.addressLine1,
    'svc-verified-orgnumber-zipCode': of.zipCode,
    'svc-verified-orgnumber-city': of.city,
  };
  const byName = new Map<string, FormField>(fields.map((one) => [one.name, one]));
  const groups = groupByIndex(fields).filter(
    ({ group, triggers }) => group === 'company' && triggers.some((trigger) => trigger.field === field.name),
  );
  return groups.flatMap(listFills).flatMap((fill) => {
    const receiver = byName.get(fill.field);
    const text = texts[fill.attribute] ?? '';
    return fill.kind === 'text' && receiver !== undefined && text !== '' ? valuesOfText(receiver, text) : [];
  });
}

function variantOf({ field }: ProofContext): Variant {
  const found = field?.attributes.flatMap(({ name }) => VARIANTS[name] ?? [])[0];
  if (found === undefined) throw new TypeError('not a company trigger');
  return found;
}

function requireRegister({ deps }: ProofContext): CompanyRegister {
  if (deps.companyRegister === null) throw new TypeError('no company register is configured');
  return deps.companyRegister;
}

async function findCompany(
  register: CompanyRegister,
  number: string,
): Promise<Company | { readonly reason: string; readonly isOutage?: boolean }> {
  try {
    const found = await register.find(number);
    if (found === null) return { reason: 'company_not_found' };
    return found.isRegistered ? found : { reason: 'company_not_registered' };
  } catch (error) {
    if (error instanceof CompanyRegisterUnavailable)
      return { reason: 'register_unavailable', isOutage: true };
    throw error;
  }
}
