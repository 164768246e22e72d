import type { ProofSentences } from '../sentences.ts';

export const proofs: ProofSentences = {
  email_code: 'Email address {emailAddress}, by a one-time code',
  sms_code: 'Phone number {phoneNumber}, by a one-time code sent by SMS',
  attachment: 'Attachment {name}',
  id_scan:
    '{document, select, passport {Passport} other {Identity card}} of {issuingState}, number {documentNumber}{fullName, select, none {} other {, in the name of {fullName}}}, by a {variant, select, basic {basic} other {full}} scan{provider, select, none {} other {, checked by {provider}}}{sides, select, unmatched {, front and back not compared} other {}}',
  payment:
    'Paid {amount} through {provider}, payment {paymentId}{sandbox, select, true { (sandbox: no money was paid)} other {}}',
  electronic_id:
    '{sandbox, select, true {Nothing was signed by e-ID: {provider} is a sandbox, and nobody was identified} other {Signed by e-ID ({provider})}}',
  company:
    '{companyName}, organisation number {organisationNumber}: {fullName}{personalNumber, select, none {} other {, personal number {personalNumber}}}, is {role, select, beneficial_owner {a beneficial owner} other {a board member}} according to {register}, identified by {provider}{purpose, select, none {} other {. Politically exposed person: {isPoliticallyExposed, select, true {yes} other {no}}. Acts for somebody else: {actsForOthers, select, true {yes} other {no}}. Purpose: {purpose}}}{sandbox, select, true { (sandbox: nobody was identified)} other {}}{sandboxRegister, select, true { (the companies of this register are made up)} other {}}',
  face_liveness:
    '{sandbox, select, true {No face was compared: {provider} is a sandbox, and nobody was identified} other {Live face, compared with the identity document{documentNumber, select, none {} other { {documentNumber}}} by {provider}{score, select, none {} other { (likeness {score})}}}}',
};
