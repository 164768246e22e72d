import type { EvidenceSentences, MethodChoices, MethodSentences, ProofSentences } from '../en/evidence.ts';

export const evidence: EvidenceSentences = {
  title: 'Bevis på underskrift',
  introduction:
    'De här sidorna hör till det förseglade dokumentet och säger vem som har skrivit under, när och hur. Namn, kontaktuppgifter och organisationer är de som avsändaren eller undertecknaren angav; vad som kontrollerades står för varje person. Samma uppgifter och historiken är bifogade i filen som {recordName}. Tider anges i UTC, enligt tjänstens klocka. Tidszonen för avsändarens konto är {timeZone}.',
  footer: 'Dokument {documentId}',
  recordDescription: 'Bevis på underskrift, för datorer',
  checkLabel: 'Kontrollera filen',
  result: 'Resultat',
  resultValue: 'Alla har skrivit under',
  signatures: 'Underskrifter',
  signaturesValue: '{count, number} av {count, number}',
  sealed: 'Förseglat',
  level: 'Nivå',
  levelValue: '{level, select, AES {Avancerad (AES)} other {Enkel (SES)}}',
  signatureLabel: 'Underskrift av {fullName}',
  initialsLabel: 'Initialer av {fullName}',
  sealHeading: 'Försegling och historik',
  pageOf: "Bevis, sida '{page}' av '{pages}'",
  documentHeading: 'Dokument',
  documentName: 'Namn',
  documentId: 'Dokument-id',
  transactionId: 'Transaktions-id',
  signatureLevel: 'Underskrifternas nivå',
  signatureLevelValue:
    '{level, select, AES {Avancerad (AES): alla underskrifter uppfyller artikel 26 i eIDAS} other {Enkel (SES): inte alla underskrifter är på den avancerade nivån (AES)}}',
  fileName: 'Uppladdad fil',
  fileValue: '{name} ({size} byte)',
  fileHash: 'Fingeravtryck (SHA-256) av den uppladdade filen',
  contentHash: 'Fingeravtryck (SHA-256) av det färdiga dokumentet',
  contentSize: 'Färdigt dokument',
  contentSizeValue:
    'De första {size} byten i den här filen: med alla värden och underskrifter, utan det här beviset',
  sealCovers: 'Omfattas av förseglingen',
  sealCoversValue:
    'Hela den här filen som den var när den förseglades, med bilagor och det här beviset, utom förseglingens egna byte',
  trailHead: 'Fingeravtryck (SHA-256) av historiken till och med post {sequence}',
  verificationUrl: 'Kontrollera filen på',
  senderHeading: 'Avsändare',
  fullName: 'Namn',
  emailAddress: 'E-post',
  phoneNumber: 'Telefon',
  organisation: 'Organisation, enligt kontot',
  filledInBySender: 'Ifyllt före underskrift',
  filledInBySignee: 'Ifyllt av undertecknaren',
  filledInByCheck: 'Ifyllt från en kontroll',
  filledInByService: 'Ifyllt av tjänsten',
  fieldName: '”{name}”',
  signeeHeading: 'Undertecknare {number}: {fullName}',
  authentication: 'Åtkomst',
  authenticationValue:
    '{channel, select, email {personlig länk via e-post} sms {personlig länk via sms} whatsapp {personlig länk via WhatsApp} email_and_sms {en personlig länk, skickad både via e-post och via sms: ett av meddelandena räckte} email_and_whatsapp {en personlig länk, skickad både via e-post och via WhatsApp: ett av meddelandena räckte} public_link {avsändarens publika länk, där undertecknaren uppgav namn och kontaktuppgifter} other {personlig länk överlämnad av avsändaren}}{code, select, none {} email {, öppnad med en kod via e-post, {at}} sms {, öppnad med en kod via sms, {at}} sign_in {, öppnad av användaren som var inloggad med den här e-postadressen, {at}} other {, öppnad med en kod via WhatsApp, {at}}}{provider, select, none {} other {, och identifierad av {provider}}}',
  method: 'Metod',
  methodValue:
    '{name, select, none {} other {{name}}}{ink, select, none {} other {{name, select, none {} other { och }}}}{ink, select, drawn {namnteckning ritad för hand} picture {uppladdad bild av en namnteckning} typed {skrivet namn} other {}}',
  identifiedAs: 'Identifierad som',
  sandboxName: 'Namn (ingen har identifierats)',
  differingName: 'Namnet skiljer sig',
  differingNameValue:
    '{sandbox, select, true {En testmiljö gav namnet ”{name}”, och ingen har identifierats.} other {En kontroll av id-handling eller e-legitimation gav namnet ”{name}”.}} Undertecknaren heter ”{fullName}” i det här dokumentet.',
  personalNumber: 'Personnummer',
  idScannedAt: 'Id-handling skannad',
  signedAt: 'Samtyckte och skrev under',
  signedAtValue: '{at}{timeZone, select, none {} other { ({local} i {timeZone})}}',
  marks: 'Underskrifter och initialer',
  marksValue:
    '{signatures, plural, one {# underskrift} other {# underskrifter}} på {signedPages, plural, one {sida} other {sidorna}} {signedOn}{initials, plural, =0 {} one {, initialer på # ställe på sida {initialledOn}} other {, initialer på # ställen på {initialledPages, plural, one {sida} other {sidorna}} {initialledOn}}}',
  consent: 'Samtyckte till',
  shownFile: 'Fingeravtryck (SHA-256) av PDF-filen på signeringssidan',
  shownValues: 'Fingeravtryck (SHA-256) av värdena som angavs',
  correctedFields: 'Ändrat efter kontrollen',
  ipAddress: 'IP-adress',
  userAgent: 'Webbläsare, enligt den själv',
  proofs: 'Kontroller före underskrift',
  proofValue: '{name}{field, select, none {} other { (”{field}”)}}, {at}',
  copiesHeading: 'Kopior',
  copiesTo: 'Ska skickas med e-post till',
  copyValue: '{fullName, select, none {} other {{fullName}, }}{emailAddress}',
  attachmentsHeading: 'Bilagor',
  attachment: 'Bilaga {number}',
  attachmentValue: '{name} ({size} byte, {mimeType})\nUppladdad av {fullName}, {at}',
  attachmentHash: 'Fingeravtryck (SHA-256) av bilaga {number}',
  attachmentDescription: 'Uppladdad av {fullName}',
  eventsHeading: 'Händelser',
  event:
    '{type, select, created {Dokumentet skapades{who, select, none {} other { av {who}}}} prepared {Dokumentet gjordes redo att undertecknas} invited {{who} bjöds in{contacts, select, none {} other { {contacts}}}} links_created {Avsändaren fick personliga länkar att lämna ut} reminded {{who} fick en påminnelse{contacts, select, none {} other { {contacts}}}} contact_changed {Avsändaren rättade uppgifterna om {who}} delivered {Ett meddelande till {who} levererades{contacts, select, none {} other { {contacts}}}} not_delivered {Ett meddelande till {who} gick inte att leverera{contacts, select, none {} other { {contacts}}}} opened {{who} öppnade dokumentet{ipAddress, select, none {} other { från {ipAddress}}}} signed {{who} samtyckte och skrev under{ipAddress, select, none {} other { från {ipAddress}}}} assistant_used {{who} frågade assistenten om dokumentet} other {Alla hade skrivit under; dokumentet förseglades}}',
  contact:
    '{channel, select, email {via e-post} sms {via sms} other {via WhatsApp}}{address, select, none {} other { till {address}}}',
};

export const methods: MethodSentences = {
  // The ink already describes the method.
  digital_ink: '',
  bankid_identification:
    '{provider, select, none {e-legitimation} other {{provider} ({sandbox, select, true {testmiljö: ingen har identifierats} other {e-legitimation}})}}',
  digital_ink_id_scan: 'skanning av id-handling{provider, select, none {} other { ({provider})}}',
  face_liveness:
    'kontroll av ansiktet mot id-handling{provider, select, none {} other { ({provider}{sandbox, select, true {, testmiljö: ingen har identifierats} other {}})}}',
};

/** Senders choose by these names. */
export const methodChoices: MethodChoices = {
  method_digital_ink: 'Rita eller skriv signaturen',
  method_bankid_identification: 'Svensk e-legitimation',
  method_digital_ink_id_scan: 'Id-handling och ritad signatur',
  method_face_liveness: 'Id-handling och video av ansiktet',
};

export const proofs: ProofSentences = {
  email_code: 'E-postadressen {emailAddress}, med engångskod',
  sms_code: 'Telefonnumret {phoneNumber}, med engångskod via sms',
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
