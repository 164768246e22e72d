import type { EvidenceSentences } from '../sentences.ts';

export const evidence: EvidenceSentences = {
  title: 'Bevis om underskrift',
  introduction:
    'Den här sidan hör till det förseglade dokumentet och säger vem som har skrivit under, när och hur. Samma uppgifter är bifogade till filen som {recordName}. Tider anges i UTC.',
  footer: 'Dokument {documentId}',
  recordDescription: 'Bevis om underskrift, för program',
  documentHeading: 'Dokument',
  documentName: 'Namn',
  documentId: 'Dokument-id',
  transactionId: 'Transaktions-id',
  signatureLevel: 'Underskrifternas nivå',
  signatureLevelValue:
    '{level, select, AES {Avancerad (AES): alla underskrifter uppfyller artikel 26 i eIDAS} other {Enkel (SES): inte alla underskrifter är på den avancerade nivån (AES)}}',
  fileName: 'Uppladdad fil',
  fileValue: '{name} ({size} byte)',
  fileHash: 'SHA-256 för den uppladdade filen',
  contentHash: 'SHA-256 för det som skrevs under',
  contentSize: 'Det som skrevs under',
  contentSizeValue: 'De första {size} byten i den här filen',
  trailHead: 'SHA-256 för händelseloggen till och med post {sequence}',
  verificationUrl: 'Kontrollera filen på',
  senderHeading: 'Avsändare',
  fullName: 'Namn',
  emailAddress: 'E-post',
  phoneNumber: 'Telefon',
  signeeHeading: 'Undertecknare {number}: {fullName}',
  method: 'Metod',
  methodValue:
    '{type, select, bankid_identification {BankID} digital_ink_id_scan {Skanning av id-handling och } face_liveness {Kontroll av ansiktet och } other {}}{ink, select, drawn {namnteckning ritad för hand} typed {skrivet namn} other {}}',
  invitedAt: 'Inbjuden',
  openedAt: 'Öppnade',
  signedAt: 'Samtyckte och skrev under',
  ipAddress: 'IP-adress',
  userAgent: 'Webbläsare',
  eventsHeading: 'Händelser',
  event:
    '{type, select, created {Dokumentet skapades{who, select, none {} other { av {who}}}} invited {{who} bjöds in} opened {{who} öppnade dokumentet} signed {{who} samtyckte och skrev under} other {Alla hade skrivit under; dokumentet förseglades}}',
};
