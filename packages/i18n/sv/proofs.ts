import type { ProofSentences } from '../sentences.ts';

export const proofs: ProofSentences = {
  email_code: 'E-postadressen {emailAddress}, med engångskod',
  sms_code: 'Telefonnumret {phoneNumber}, med engångskod via SMS',
  attachment: 'Bilagan {name}',
  id_scan:
    '{document, select, passport {Pass} other {Id-kort}} från {issuingState}, nummer {documentNumber}{fullName, select, none {} other {, utfärdat för {fullName}}}, genom {variant, select, basic {enkel} other {fullständig}} skanning{provider, select, none {} other {, kontrollerad av {provider}}}{sides, select, unmatched {, fram- och baksida inte jämförda} other {}}',
  payment:
    'Betalade {amount} via {provider}, betalning {paymentId}{sandbox, select, true { (testmiljö: inga pengar har betalats)} other {}}',
  electronic_id:
    '{sandbox, select, true {Inget har skrivits under med e-legitimation: {provider} är en testmiljö, och ingen har identifierats} other {Underskrift med e-legitimation ({provider})}}',
  company:
    '{companyName}, organisationsnummer {organisationNumber}: {fullName}{personalNumber, select, none {} other {, personnummer {personalNumber}}}, är {role, select, beneficial_owner {verklig huvudman} other {styrelseledamot}} enligt {register}, identifierad med {provider}{purpose, select, none {} other {. Person i politiskt utsatt ställning: {isPoliticallyExposed, select, true {ja} other {nej}}. Handlar för någon annans räkning: {actsForOthers, select, true {ja} other {nej}}. Syfte: {purpose}}}{sandbox, select, true { (testmiljö: ingen har identifierats)} other {}}{sandboxRegister, select, true { (företagen i det här registret är påhittade)} other {}}',
  face_liveness:
    '{sandbox, select, true {Inget ansikte har jämförts: {provider} är en testmiljö, och ingen har identifierats} other {Levande ansikte, jämfört med id-handlingen{documentNumber, select, none {} other { {documentNumber}}} av {provider}{score, select, none {} other { (likhet {score})}}}}',
};
