import type { ElectronicIdSentences } from '../en/electronic-id.ts';

/** BankID recommends the sentences of `rfa...` in these words. */
export const electronicId: ElectronicIdSentences = {
  rfa1: 'Starta BankID-appen.',
  rfa3: 'Åtgärden avbröts. Försök igen.',
  rfa4: 'En identifiering eller underskrift pågår redan för ditt personnummer. Försök igen.',
  rfa5: 'Något gick fel. Försök igen.',
  rfa6: 'Åtgärden avbröts.',
  rfa8: 'BankID-appen svarar inte. Kontrollera att den är startad och att du har internetanslutning. Försök sedan igen.',
  rfa9: 'Skriv in din säkerhetskod i BankID-appen och välj Identifiera eller Skriv under.',
  rfa13: 'Försöker starta BankID-appen.',
  rfa15: 'Söker efter BankID. Säkerställ att du har ett giltigt BankID på den här enheten.',
  rfa16:
    'Ditt BankID är för gammalt eller spärrat. Använd ett annat BankID eller skaffa ett nytt hos din bank.',
  rfa17a: 'Du verkar inte ha BankID-appen/programmet. Installera den och skaffa ett BankID hos din bank.',
  rfa17b: 'Misslyckades att läsa av QR-koden. Starta BankID-appen och läs av QR-koden.',
  rfa21: 'En identifiering eller underskrift pågår.',
  rfa22: 'Något gick fel. Försök igen.',
  rfa23: 'Fotografera och läs av din ID-handling med BankID-appen.',
  rfa24: 'Gör en ansiktsigenkänning i BankID-appen.',
  rfa25: 'Välj hur du vill bekräfta din identitet i BankID-appen.',
  rfa26: 'Kontrollen av din ID-handling misslyckades. Försök igen.',
  rfa27: 'Ansiktsigenkänningen misslyckades. Försök igen.',
  rfa28: 'Din enhet saknar den läsare som behövs för att kontrollera ID-handlingar.',
  rfa29:
    'Du har flera BankID på din enhet. Du behöver radera alla utom ett BankID för att kunna slutföra identifieringen. Det gör du under Meny – Inställningar i din BankID-app.',
  rfa30: 'Bekräftelsen av din identitet misslyckades. Försök igen.',
  continue_at_provider: 'Fortsätt hos leverantören av din e-legitimation. Sedan kommer du tillbaka hit.',
  return_to_page: 'Du har identifierat dig. Fortsätt i fönstret som appen öppnade.',
  other_browser:
    'Den här identifieringen startades i en annan webbläsare eller har avslutats. Gå tillbaka till webbläsaren där du började, eller öppna länken i din inbjudan igen.',
  refused_at_provider: 'Du identifierade dig inte. Försök igen om du vill fortsätta.',
  order_expired: 'Tiden för att identifiera dig har gått ut. Försök igen.',
  identification_invalid: 'Identifieringen kunde inte verifieras. Försök igen.',
  risk_too_high:
    'Identifieringen stoppades för din säkerhet, eftersom den kan vara ett bedrägeriförsök. Identifiera dig bara på sidor som du själv har öppnat, på din egen enhet. Kontakta din bank om någon bad dig göra det här. Försök annars igen, helst på enheten där du har din e-legitimation.',
  other_person:
    'En annan person har identifierat sig här tidigare. Alla kontroller måste göras av samma person: om det är du, gör först om de tidigare.',
  provider_unavailable: 'E-legitimationstjänsten kan inte nås just nu. Försök igen om en stund.',
  sandbox_waiting: 'Ange vem testmiljön ska identifiera.',
};
