import type { VerifySentences } from '../verify-text.ts';

export const verify: VerifySentences = {
  title: 'Kontrollera ett signerat dokument',
  intro:
    'Ta reda på om en PDF är oförändrad sedan den skrevs under, om den har förseglats här, och vem som skrev under när.',
  choose: 'Välj en PDF',
  chooseAnother: 'Kontrollera en annan PDF',
  orDrop: 'eller släpp den var som helst på sidan',
  privacy: 'Filen kontrolleras av tjänsten och sparas inte.',
  checking: 'Kontrollerar {name}',
  failedTitle: 'Filen kunde inte kontrolleras',
  unreachable: 'Tjänsten kunde inte nås. Kontrollera din anslutning och försök igen.',
  unexpected: 'Något gick fel hos oss. Försök igen om en stund.',
  own_whole_title: 'Förseglad här och oförändrad',
  own_whole_text: 'Det här är, byte för byte, filen som tjänsten förseglade när alla hade skrivit under.',
  own_extended_title: 'Förseglad här, med bevis som lagts till senare',
  own_extended_text:
    'Filen börjar med det som tjänsten förseglade. Efter det kom bara tidsstämplar eller valideringsdata som ingen ser.',
  own_changed_title: 'Förseglad här, men ändrad efteråt',
  own_changed_text:
    'Filen börjar med det som tjänsten förseglade, men något har lagts till senare. Det du ser är kanske inte det som skrevs under.',
  other_intact_title: 'Oförändrad, men inte förseglad här',
  other_intact_text:
    'Underskrifterna är giltiga och ingenting har ändrats efter dem. Tjänsten känner inte till filen och kan därför inte säga vem som står bakom dem.',
  other_changed_title: 'Ändrad, eller felaktigt signerad',
  other_changed_text:
    'En underskrift i filen är ogiltig, eller något har ändrats efter den. Lita inte på det du ser.',
  unsigned_title: 'Inte förseglad',
  unsigned_text: 'Filen har ingen underskrift som visar vem som har gjort den eller om den har ändrats.',
  claim:
    'Filen säger att den är dokument {documentId}. Det kan vem som helst skriva, och tjänsten har inte förseglat den i den här formen.',
  documentHeading: 'Dokumentet',
  documentName: 'Namn',
  documentId: 'Dokument-id',
  sealedAt: 'Förseglat',
  signeesHeading: 'Undertecknat av',
  signedAs:
    '{type, select, bankid_identification {e-legitimation, } digital_ink_id_scan {skanning av ID-handling, } face_liveness {ansiktskontroll, } other {}}{ink, select, drawn {handritad underskrift} typed {skrivet namn} other {underskrift}}',
  trail: 'Händelselogg',
  trail_whole:
    'Hel: varje post som finns här är som den skrevs, och post {sequence} är den som är förseglad i filen.',
  trail_broken: 'Inte hel: poster som finns här saknas eller har ändrats. Det påverkar inte själva filen.',
  signaturesHeading:
    '{count, plural, =0 {Inga underskrifter} one {# underskrift i filen} other {# underskrifter i filen}}',
  signature_valid: 'Giltig',
  signature_wrong: 'Ogiltig',
  kind_seal: 'Underskrift {field}',
  kind_timestamp: 'Tidsstämpel {field}',
  problems: 'Vad som är fel',
  signer: 'Certifikat för',
  issuer: 'Utfärdat av',
  certificateValidity: 'Certifikatet gäller',
  period: '{from} till {to}',
  statedTime: 'Tid enligt undertecknaren',
  timestamp: 'Tid enligt en tidsstämplingstjänst',
  timestampValue: '{time}, {authority}',
  revision: 'Revision',
  coverage: 'Omfattar',
  covers_all: 'hela filen',
  covers_beginning: 'de första {bytes} byten',
  laterChanges: 'Tillagt efteråt',
  later_none: 'ingenting',
  later_validation_data: 'bara tidsstämplar eller valideringsdata',
  later_other: 'andra ändringar',
  level: 'Nivå',
  digest: 'Kontrollsumma ({algorithm})',
  trustNote:
    'En giltig underskrift säger att filen är som den skrevs under. Om du ska lita på certifikatet avgör du själv.',
  fileHeading: 'Filen',
  fileName: 'Filnamn',
  fileSize: 'Storlek',
  bytes: '{size} byte',
};
