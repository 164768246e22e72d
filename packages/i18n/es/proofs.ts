import type { ProofSentences } from '../sentences.ts';

export const proofs: ProofSentences = {
  email_code: 'Correo electrónico {emailAddress}, con un código de un solo uso',
  sms_code: 'Teléfono {phoneNumber}, con un código de un solo uso por SMS',
  attachment: 'Archivo adjunto {name}',
  id_scan:
    '{document, select, passport {Pasaporte} other {Documento de identidad}} de {issuingState}, número {documentNumber}{fullName, select, none {} other {, a nombre de {fullName}}}, mediante escaneo {variant, select, basic {básico} other {completo}}{provider, select, none {} other {, comprobado por {provider}}}{sides, select, unmatched {, anverso y reverso sin comparar} other {}}',
  payment:
    'Pagó {amount} mediante {provider}, pago {paymentId}{sandbox, select, true { (entorno de pruebas: no se pagó dinero)} other {}}',
  electronic_id:
    '{sandbox, select, true {No se firmó nada con identidad electrónica: {provider} es un entorno de pruebas y no se identificó a nadie} other {Firmado con identidad electrónica ({provider})}}',
  company:
    '{companyName}, número de organización {organisationNumber}: {fullName}{personalNumber, select, none {} other {, número personal {personalNumber}}}, es {role, select, beneficial_owner {titular real} other {miembro del consejo}} según {register}, con identificación por {provider}{purpose, select, none {} other {. Persona del medio político: {isPoliticallyExposed, select, true {sí} other {no}}. Actúa por cuenta de otra persona: {actsForOthers, select, true {sí} other {no}}. Finalidad: {purpose}}}{sandbox, select, true { (entorno de pruebas: no se identificó a nadie)} other {}}{sandboxRegister, select, true { (las empresas de este registro son inventadas)} other {}}',
  face_liveness:
    '{sandbox, select, true {No se comparó ningún rostro: {provider} es un entorno de pruebas y no se identificó a nadie} other {Rostro en vivo, comparado con el documento de identidad{documentNumber, select, none {} other { {documentNumber}}} por {provider}{score, select, none {} other { (semejanza {score})}}}}',
};
