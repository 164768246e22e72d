import type { MessageSentences, MessageTemplates } from '../en/messages.ts';

export const messages: MessageSentences = {
  signaturesHeading: 'Underskrifter',
  stampDate: 'Signerat {date}',
  stampAddress: 'IP-adress {ipAddress}',
  stampMethod:
    '{name, select, none {} other {{name}}}{method, select, none {} other {{name, select, none {} other {, }}}}{method, select, drawn {ritat för hand} picture {uppladdad bild av en namnteckning} typed {skrivet namn} other {}}, {channel, select, email {länk via e-post} sms {länk via sms} email_and_sms {länk via e-post och sms} other {länk från avsändaren}}',
  stampPersonalNumber: 'Personnummer {personalNumber}',
  scanDate: 'Id-handling skannad {date}',
  scanNotKept: 'Bilden av handlingen sparas inte',
  sealReason:
    'Signerat av alla parter. Dokument-id {documentId}{certificate, select, development {. Utvecklingscertifikat: bevisar inte vem som förseglade} other {}}',
  electronicIdSign:
    'Jag skriver under {documentName}.\n\nPDF-filen har det digitala fingeravtrycket (SHA-256):\n{fileSha256}',
  electronicIdCompany: 'Jag identifierar mig för {companyName} i {documentName}.',
};

/** `reason` is the code of what failed. */
export const SEALING_REASON =
  '{reason, select, signature_unavailable {förseglingens nyckel går inte att nå} certificate_unusable {förseglingens certifikat har gått ut eller spärrats} timestamp_unavailable {ingen tidsstämplingstjänst svarar} validation_data_unavailable {förseglingens certifikat kunde inte kontrolleras} storage_unavailable {filer kan inte läsas eller lagras} database_unavailable {databasen gick inte att nå} service_busy {tjänsten har mycket att göra} evidence_broken {den lagrade filen eller dess historik har ändrats} other {den förseglade filen kunde inte skapas ({reason})}}';

const PERSONAL_LINK =
  'Länken är personlig. Skicka den inte vidare: den som har länken kan signera i ditt namn.';
const MESSAGE_HEADING = '{senderName, select, none {Meddelande:} other {Meddelande från {senderName}:}}';

export const templates: MessageTemplates = {
  greeting: '{recipientName, select, none {Hej!} other {Hej {recipientName}!}}',
  sender: '{senderName} på {accountName}',
  addressHeading: 'Om knappen inte fungerar, öppna den här adressen:',
  deadline: 'Sista dag att signera: {deadline}.',
  origin: '{sender, select, none {Skickat av Countersign.} other {Skickat av Countersign åt {sender}.}}',
  kinds: {
    invitation: {
      subject:
        '{senderName, select, none {Signera} other {{senderName} vill att du signerar}} ”{documentName}”',
      preheader: 'Läs dokumentet och signera det i mobilen eller på datorn.',
      paragraphs: [
        '{sender, select, none {Du ombeds} other {{sender} ber dig}} läsa och signera ”{documentName}”.',
      ],
      quoteHeading: MESSAGE_HEADING,
      button: 'Öppna dokumentet',
      smallPrint: PERSONAL_LINK,
      short: '{sender, select, none {Signera} other {{sender} vill att du signerar}} ”{documentName}”:',
    },
    your_turn: {
      subject: 'Din tur att signera ”{documentName}”{senderName, select, none {} other { från {senderName}}}',
      preheader: 'De före dig har signerat.',
      paragraphs: [
        'De före dig har signerat ”{documentName}”{sender, select, none {} other { från {sender}}}. Nu är det din tur att läsa och signera.',
      ],
      quoteHeading: MESSAGE_HEADING,
      button: 'Öppna dokumentet',
      smallPrint: PERSONAL_LINK,
      short: 'Din tur att signera ”{documentName}”{sender, select, none {} other { från {sender}}}:',
    },
    reminder: {
      subject:
        'Påminnelse{senderName, select, none {} other { från {senderName}}}: ”{documentName}” väntar på din underskrift',
      preheader: 'Du har inte signerat än.',
      paragraphs: [
        '{sender, select, none {Du påminns} other {{sender} påminner dig}} om att ”{documentName}” väntar på din underskrift.',
      ],
      quoteHeading: MESSAGE_HEADING,
      button: 'Öppna dokumentet',
      smallPrint: `Om du inte vill signera kan du avböja på samma sida. ${PERSONAL_LINK}`,
      short: 'Påminnelse{sender, select, none {} other { från {sender}}}: signera ”{documentName}”:',
    },
    contact_changed: {
      subject:
        'Ny länk{senderName, select, none {} other { från {senderName}}} för att signera ”{documentName}”',
      preheader: 'Dina kontaktuppgifter har rättats.',
      paragraphs: [
        '{sender, select, none {Dina kontaktuppgifter har rättats} other {{sender} har rättat dina kontaktuppgifter}} för ”{documentName}”. Tidigare länkar fungerar inte längre. Använd den här för att läsa och signera dokumentet.',
      ],
      quoteHeading: MESSAGE_HEADING,
      button: 'Öppna dokumentet',
      smallPrint: PERSONAL_LINK,
      short:
        'Ny länk{sender, select, none {} other { från {sender}}} för att signera ”{documentName}”; tidigare länkar fungerar inte längre:',
    },
    code: {
      subject: '{code} är din kod',
      preheader: 'Den gäller i {minutes, plural, one {# minut} other {# minuter}}.',
      paragraphs: [
        'Din kod{documentName, select, none {} other { för ”{documentName}”}}, som gäller i {minutes, plural, one {# minut} other {# minuter}}:',
      ],
      smallPrint: 'Lämna inte koden till någon, och bortse från meddelandet om du inte har bett om det.',
      short:
        '{code} är din kod{documentName, select, none {} other { för ”{documentName}”}}. Lämna den inte till någon.',
    },
    completed: {
      subject: '”{documentName}” är signerat av alla',
      preheader:
        '{attached, select, yes {Det signerade dokumentet är bifogat.} other {Hämta det signerade dokumentet.}}',
      paragraphs: [
        'Alla har signerat ”{documentName}”. Dokumentet är förseglat: varje senare ändring går att upptäcka.',
        '{attached, select, yes {Det är bifogat till det här meddelandet.} other {Hämta det här:}}',
      ],
      button: 'Hämta det signerade dokumentet',
      smallPrint:
        'Spara en kopia. {deletion, select, none {Dokumentet tas bort från tjänsten efter en tid.} other {Tjänsten raderar dokumentet den {deletion}.}}',
      short: 'Alla har signerat ”{documentName}”. Hämta det signerade dokumentet:',
    },
    copy: {
      subject: 'Signerat av alla: ”{documentName}”{senderName, select, none {} other { från {senderName}}}',
      preheader:
        '{attached, select, yes {Det signerade dokumentet är bifogat.} other {Alla har signerat det.}}',
      paragraphs: [
        'Alla har signerat ”{documentName}”{sender, select, none {} other { från {sender}}}. {named, select, yes {{sender, select, none {Avsändaren} other {{sender}}} har valt att du ska få en kopia.} other {Din adress angavs i dokumentet som mottagare.}}',
        '{attached, select, yes {Det är bifogat till det här meddelandet och förseglat: varje senare ändring går att upptäcka.} other {Det är för stort för ett meddelande.{sender, select, none {} other { Be {sender} om det.}}}}',
      ],
      smallPrint: 'Du behöver inte göra något.',
      short: 'Alla har signerat ”{documentName}”{sender, select, none {} other { från {sender}}}.',
    },
    link_shared: {
      subject: 'Signera ”{documentName}”',
      preheader: 'Alla som har länken kan signera ett eget dokument.',
      paragraphs: [
        '{sender, select, none {Du får} other {{sender} skickar dig}} en länk där du kan läsa och signera ”{documentName}”. Där anger du namn och kontaktuppgifter och bekräftar dem med en kod.',
      ],
      button: 'Öppna länken',
      smallPrint: 'Du kan skicka länken vidare: alla signerar ett eget dokument.',
      short:
        '{sender, select, none {Läs och signera} other {{sender} ber dig läsa och signera}} ”{documentName}”:',
    },
    revoked: {
      subject: '”{documentName}” har återkallats',
      preheader: 'Det går inte längre att signera.',
      paragraphs: [
        '{sender, select, none {Avsändaren har} other {{sender} har}} återkallat ”{documentName}”. Det går inte längre att läsa eller signera, och du behöver inte göra något.',
      ],
      smallPrint: 'Länkar som du har fått tidigare fungerar inte längre.',
      short:
        '”{documentName}” har återkallats{sender, select, none {} other { av {sender}}} och går inte längre att signera.',
    },
    expired: {
      subject: 'Tiden för att signera ”{documentName}” har gått ut',
      preheader: 'Det går inte längre att signera.',
      paragraphs: [
        'Tiden för att signera ”{documentName}” har gått ut.{sender, select, none {} other { Be {sender} skicka det igen om det fortfarande behövs.}}',
      ],
      smallPrint: 'Länkar som du har fått tidigare fungerar inte längre.',
      short:
        'Tiden för att signera ”{documentName}”{sender, select, none {} other { från {sender}}} har gått ut.',
    },
    declined: {
      subject: '”{documentName}” kommer inte att slutföras',
      preheader: 'Någon har avböjt att signera.',
      paragraphs: [
        'Någon som skulle signera ”{documentName}” har avböjt, så det kommer inte att slutföras. Du behöver inte göra något.',
      ],
      smallPrint: '{sender, select, none {Fråga avsändaren} other {Fråga {sender}}} om du vill veta mer.',
      short:
        '”{documentName}”{sender, select, none {} other { från {sender}}} kommer inte att slutföras: någon har avböjt att signera.',
    },
    owner_declined: {
      subject: '{signeeName} har avböjt att signera ”{documentName}”',
      preheader: 'Dokumentet kommer inte att slutföras.',
      paragraphs: [
        '{signeeName} har avböjt att signera ”{documentName}”. Dokumentet kommer inte att slutföras.',
      ],
      quoteHeading: 'Orsak:',
      button: 'Öppna dokumentet',
      smallPrint: 'Skicka dokumentet igen för att börja om.',
      short: '{signeeName} har avböjt att signera ”{documentName}”:',
    },
    owner_expired: {
      subject: '”{documentName}” har gått ut',
      preheader: 'Alla hann inte signera.',
      paragraphs: ['Alla hann inte signera ”{documentName}”. Det går inte längre att signera.'],
      button: 'Öppna dokumentet',
      smallPrint: 'Skicka dokumentet igen om det fortfarande behövs.',
      short: '”{documentName}” har gått ut:',
    },
    owner_opened: {
      subject: '{signeeName} har öppnat ”{documentName}”',
      preheader: 'Det är inte signerat än.',
      paragraphs: ['{signeeName} har öppnat ”{documentName}” för första gången.'],
      button: 'Öppna dokumentet',
      smallPrint: 'Du får meddelandet för att du bad om det när du skickade dokumentet.',
      short: '{signeeName} har öppnat ”{documentName}”:',
    },
    owner_signed: {
      subject: '{signeeName} har signerat ”{documentName}”',
      preheader: 'Se vilka fler som ska signera.',
      paragraphs: ['{signeeName} har signerat ”{documentName}”.'],
      button: 'Öppna dokumentet',
      smallPrint: 'Du får meddelandet för att du bad om det när du skickade dokumentet.',
      short: '{signeeName} har signerat ”{documentName}”:',
    },
    owner_payment_unused: {
      subject: 'En betalning för ”{documentName}” behövs inte',
      preheader: 'Den betalas inte tillbaka automatiskt.',
      paragraphs: [
        'En betalning för ”{documentName}” har kommit in som inte kan användas, till exempel för att dokumentet inte längre går att signera, kontaktuppgifterna till den som betalade har ändrats eller det redan var betalt.',
        'Den betalas inte tillbaka automatiskt. Sök upp den hos betaltjänsten med dess id och betala tillbaka den där.',
      ],
      quoteHeading: 'Betalning:',
      button: 'Öppna dokumentet',
      smallPrint: 'Betalningen finns också bland dokumentets händelser.',
      short: 'En betalning för ”{documentName}” behövs inte:',
    },
    owner_sealing_delayed: {
      subject: '”{documentName}” är signerat, men inte förseglat än',
      preheader: 'Nya försök görs tills det lyckas.',
      paragraphs: [
        `Alla har signerat ”{documentName}”, men det kunde inte förseglas än: ${SEALING_REASON}.`,
        'Nya försök görs, minst en gång i timmen, tills det lyckas. Ingen signatur går förlorad. På dokumentets sida kan du försöka direkt eller återkalla dokumentet.',
      ],
      button: 'Öppna dokumentet',
      smallPrint: 'Du får veta det en gång om dagen tills dokumentet är förseglat.',
      short: '”{documentName}” är signerat, men inte förseglat än:',
    },
    failed: {
      subject: '”{documentName}” kunde inte slutföras',
      preheader: 'Ingen har ombetts att signera det ännu.',
      paragraphs: [
        'Något gick fel med ”{documentName}”, och nya försök hjälpte inte. De som signerar får inget meddelande om det.',
      ],
      quoteHeading: 'Orsak:',
      button: 'Öppna dokumentet',
      smallPrint:
        'Ingen har ombetts att signera det ännu. Skicka dokumentet igen eller fråga den som driver tjänsten.',
      short: '”{documentName}” kunde inte slutföras:',
    },
    webhook_disabled: {
      subject: 'Webhooken ”{webhookName}” har stängts av',
      preheader: 'Den har misslyckats i flera dagar.',
      paragraphs: [
        'Varje leverans till webhooken ”{webhookName}” har misslyckats i flera dagar, så den har stängts av. Dess adress är {webhookUrl}',
        'Rätta felet på mottagarsidan och slå sedan på webhooken igen.',
      ],
      smallPrint: 'Loggen över leveranser visar vad som gick fel.',
      short: 'Webhooken ”{webhookName}” har stängts av eftersom varje leverans misslyckats i flera dagar.',
    },
    user_invitation: {
      subject:
        '{senderName, select, none {Du är inbjuden} other {{senderName} bjuder in dig}} till {accountName}',
      preheader: 'Välj ett lösenord för att komma igång.',
      paragraphs: [
        '{senderName, select, none {Du är inbjuden} other {{senderName} bjuder in dig}} att skicka dokument för signering åt {accountName}. Välj ett lösenord för att komma igång.',
      ],
      button: 'Tacka ja till inbjudan',
      smallPrint:
        'Länken fungerar en gång, i {days, plural, one {# dag} other {# dagar}}. Bortse från meddelandet om du inte väntade dig det.',
      short:
        '{senderName, select, none {Du är inbjuden} other {{senderName} bjuder in dig}} till {accountName}:',
    },
    security_notice: {
      subject:
        '{notice, select, password_changed {Ditt lösenord har ändrats} password_reset {Ditt lösenord har ändrats} totp_enabled {En autentiseringsapp har lagts till} totp_disabled {Din autentiseringsapp har tagits bort} recovery_codes_created {Nya återställningskoder har skapats} recovery_code_used {En återställningskod har använts} passkey_added {En passkey har lagts till} passkey_removed {En passkey har tagits bort} api_key_created {En API-nyckel har skapats} account_closed {Ditt konto har stängts} sign_in_limited {Någon försöker logga in i ditt namn} other {}}',
      preheader: 'Du behöver inte göra något om det var du.',
      paragraphs: [
        '{notice, select, password_changed {Lösenordet för din e-postadress har ändrats, och dina andra sessioner har avslutats. API-nycklar och passkeys fungerar fortfarande; se över dem, och appar med åtkomst, i inställningarna.} password_reset {Ett nytt lösenord har valts med länken i ett mejl till dig. Alla dina sessioner har avslutats och anslutna appar har förlorat sin åtkomst. API-nycklar och passkeys fungerar fortfarande: se över dem i inställningarna.} totp_enabled {Från och med nu kräver inloggningen en kod från autentiseringsappen som lades till.} totp_disabled {Autentiseringsappen har tagits bort: inloggningen kräver bara lösenordet.} recovery_codes_created {Nya återställningskoder har skapats. De tidigare fungerar inte längre.} recovery_code_used {Någon loggade in med en av dina återställningskoder i stället för autentiseringsappen.} passkey_added {En passkey har lagts till. Med den kan du logga in utan lösenord.} passkey_removed {En passkey har tagits bort. Den kan inte längre användas för att logga in.} api_key_created {En API-nyckel har skapats i en webbläsare där du är inloggad. Den som har den kan använda kontot i ditt namn; ta bort den i inställningarna om det inte var du.} account_closed {Kontot {accountName}, som du är ägare till, har stängts. Ingen har längre åtkomst till det. Logga in inom 30 dagar för att öppna det igen; därefter tas det bort med alla sina dokument.} sign_in_limited {Det har gjorts många misslyckade försök att logga in med din e-postadress. Ytterligare försök bromsas; där du brukar logga in fungerar det som vanligt.} other {}}',
        'Om det inte var du: välj ett nytt lösenord nu och avsluta dina andra sessioner i inställningarna.',
      ],
      button: 'Öppna säkerhetsinställningarna',
      smallPrint:
        '{notice, select, account_closed {Ett sådant meddelande skickas till alla ägare av ett konto som stängs.} other {Ett sådant meddelande skickas vid varje ändring av hur du loggar in.}}',
      short:
        '{notice, select, password_changed {Ditt lösenord har ändrats} password_reset {Ditt lösenord har ändrats} totp_enabled {En autentiseringsapp har lagts till} totp_disabled {Din autentiseringsapp har tagits bort} recovery_codes_created {Nya återställningskoder har skapats} recovery_code_used {En återställningskod har använts} passkey_added {En passkey har lagts till} passkey_removed {En passkey har tagits bort} api_key_created {En API-nyckel har skapats} account_closed {Ditt konto har stängts} sign_in_limited {Någon försöker logga in i ditt namn} other {}}:',
    },
    password_reset: {
      subject: 'Välj ett nytt lösenord',
      preheader: 'Länken fungerar en gång.',
      paragraphs: ['Någon har begärt ett nytt lösenord för din e-postadress.'],
      button: 'Välj ett nytt lösenord',
      smallPrint:
        'Länken fungerar en gång, i {minutes, plural, one {# minut} other {# minuter}}. Bortse från meddelandet om du inte har bett om det: ditt lösenord är oförändrat.',
      short: 'Välj ett nytt lösenord:',
    },
  },
};
