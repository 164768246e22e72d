import type { ErrorSentences } from '../en/errors.ts';

export const errors: ErrorSentences = {
  file_too_large:
    'Filen är större än {megabytes, select, none {50} other {{megabytes, number}}} MB. Ladda upp en mindre fil.',
  file_missing: 'Ingen fil skickades. Skicka en PDF som delen ”file” i ett multipart/form-data-anrop.',
  not_a_pdf:
    '{member, select, none {Filen} other {{member}: filen}} är {size, select, 0 {tom} other {ingen PDF}}. Ladda upp ett PDF-dokument.',
  password_required:
    '{member, select, none {PDF-filen} other {{member}: PDF-filen}} kräver lösenord för att öppnas. Ta bort lösenordet och ladda upp filen igen.',
  locked:
    '{member, select, none {PDF-filen} other {{member}: PDF-filen}} är skyddad mot ändringar. Ta bort skyddet och ladda upp filen igen.',
  damaged:
    '{member, select, none {PDF-filen} other {{member}: PDF-filen}} är skadad{reference, select, none {} other { (referens {reference})}} och går inte att läsa. Exportera eller skriv ut den till en ny PDF och ladda upp den.',
  no_pages:
    '{member, select, none {PDF-filen} other {{member}: PDF-filen}} har inga sidor. Ladda upp en PDF med minst en sida.',
  xfa_not_supported:
    '{member, select, none {PDF-filen} other {{member}: PDF-filen}} är ett dynamiskt XFA-formulär som bara vissa appar kan visa. Skriv ut det till en vanlig PDF och ladda upp den.',
  too_complex:
    '{member, select, none {PDF-filen} other {{member}: PDF-filen}} är för komplex för att behandlas säkert. Exportera eller skriv ut den till en enklare PDF och ladda upp den.',
  file_not_processable:
    '{member, select, none {PDF-filen} other {{member}: PDF-filen}} får vår PDF-programvara att krascha och kan därför inte användas. Skriv ut den till en ny PDF och ladda upp den.',
  inputs_too_large:
    'Filerna är tillsammans större än {megabytes, select, none {50} other {{megabytes, number}}} MB. Slå ihop färre eller mindre filer.',
  box_outside_page:
    'Rutan {member, select, none {} other {{member} }}ryms inte helt på sida {page} (räknat från 0), som är {width} x {height} punkter. Flytta rutan eller gör den mindre.',
  page_out_of_range:
    '{member, select, none {Dokumentet} other {{member}: dokumentet}} har ingen sida {page} (räknat från 0). {pages, select, none {Välj en sida i dokumentet.} 1 {Det har en sida, nummer 0.} other {Det har {pages} sidor, numrerade från 0.}}',
  too_many_boxes:
    '{member, select, none {Dokumentet} other {{member}: dokumentet}} har för många extra rutor. Det får ha {of, select, boxes {{max, number} på sina sidor, där ”all” betyder en på varje sida} other {{max} poster i furtherBoxes}}. Ta bort några.',
  signature_box_required:
    '{member, select, none {En signaturruta} other {{member}}} krävs när signaturen placeras på en befintlig sida. Ange page, x och y, eller välj placeringen ”new_page”.',
  initials_not_supported:
    '{member, select, none {En signatur} other {{member}: en signatur}} av typen ”{signatureType}” har inga initialer. Välj ”signature” för rutan, eller signaturtypen ”digital_ink”.',
  initials_required:
    'Dokumentet har rutor för dina initialer. Rita eller skriv dem, eller välj en bild, och signera igen.',
  initials_not_asked: 'Dokumentet har inga rutor för dina initialer. Utelämna ”initials”.',
  unknown_field:
    'Dokumentet har inget formulärfält som heter ”{field}”. {nearest, select, none {} other {Det närmaste namnet är ”{nearest}”. }}Använd ett namn från listan över filens formulärfält.',
  field_name_taken:
    'Formulärfältet ”{field}” kan inte läggas till, eftersom dokumentet har ett formulärfält som heter ”{taken}”. Välj ett annat namn.',
  field_name_invalid:
    'Formulärfältet ”{field}” kan inte läggas till, eftersom en del av namnet är tom eller har ett tecken som inte kan sparas, eller eftersom det har fler än 50 delar. Punkter skiljer namnets delar åt; ge varje del minst en bokstav eller siffra.',
  field_has_another_owner:
    'Formulärfältet ”{field}” tillhör redan en annan undertecknare. Ange det för bara en undertecknare.',
  anchor_not_found:
    'Texten ”{text}”{occurrence, select, none {} 1 {} other { (nummer {occurrence})}} finns inte på någon sida{member, select, none {} other {, vilket {member} kräver}}. Den måste vara synlig text med samma stora och små bokstäver. Rätta texten eller ange page, x och y.',
  field_not_editable: 'Formulärfältet ”{field}” går inte att fylla i. Utelämna det.',
  option_not_offered:
    '{option, select, none {Värdet} other {”{option}”}} är inget av alternativen i formulärfältet ”{field}”. {options, select, none {Välj ett alternativ som fältet erbjuder.} other {Välj ett av: {options}{more, select, none {} other { (och {more} till)}}.}}',
  value_too_long:
    'Värdet i formulärfältet ”{field}” är för långt{limit, select, none {} other {: högst {limit} {unit, select, lines {rader} other {tecken}}}}. Förkorta det.',
  value_format_invalid:
    'Värdet i formulärfältet ”{field}” är inte {format, select, date {en dag som {example}. Skriv den så} email_address {en e-postadress. Använd en adress som anna@example.com} swedish_mobile_number {ett svenskt mobilnummer. Använd ett nummer som 070-123 45 67} other {i det format som fältet kräver. Rätta det}}.',
  too_many_values:
    'Formulärfältet ”{field}” {limit, select, none {tar bara emot ett värde. Skicka ett enda värde.} 1 {tar bara emot ett värde. Skicka ett enda värde.} other {har plats för {limit} valda alternativ. Välj färre.}}',
  empty_value:
    'Värdet i formulärfältet ”{field}” är tomt. Utelämna fältet, eller skicka [] för att tömma det.',
  required_field_empty:
    'Formulärfältet ”{label, select, none {{field}} other {{label}}}” är obligatoriskt. Fyll i det.',
  trigger_not_completed:
    'Formulärfältet ”{label, select, none {{field}} other {{label}}}” fylls i av en kontroll (till exempel en id-skanning eller en engångskod) som inte är gjord. Gör kontrollen innan du signerar; kontakta avsändaren om den inte erbjuds.',
  field_of_another_signee:
    'Formulärfältet ”{field}” ska fyllas i av {owner, select, none {en annan undertecknare} other {{owner}}}. Utelämna det.',
  text_not_drawable:
    '{field, select, none {{member, select, none {{annotation, select, none {En text} other {En anteckning ({annotation}) på sidan {page}}}} other {Texten i {member}}}} other {Texten i formulärfältet ”{field}”}} innehåller tecken som inte kan visas{character, select, none {} other { (”{character}”)}}. Använd andra tecken.',
  image_not_readable: `{reason, select,
    format {Bilden av {ink, select, initials {initialerna} other {underskriften}} måste vara en PNG eller JPEG. Rita {ink, select, initials {initialerna} other {underskriften}} igen eller välj en annan bild.}
    pixels {Bilden av {ink, select, initials {initialerna} other {underskriften}} är för stor: högst {side} bildpunkter per sida och {pixels} totalt. Välj en mindre.}
    empty {Det finns inget på bilden av {ink, select, initials {initialerna} other {underskriften}}. Rita {ink, select, initials {initialerna} other {underskriften}}.}
    other {Bilden av {ink, select, initials {initialerna} other {underskriften}} går inte att läsa. Rita {ink, select, initials {initialerna} other {underskriften}} igen.}}`,
  invalid_request: `{rule, select,
    required {{member} måste anges.}
    text {{member} måste vara text.}
    boolean {{member} måste vara true eller false.}
    list {{member} måste vara en lista.}
    object {{member} måste vara ett objekt.}
    text_or_list {{member} måste vara text eller en lista med texter.}
    length {{max, select, none {{member} får inte vara tomt.} other {{member} måste ha {min, select, none {högst } 0 {högst } other {{min} till }}{max} tecken.}}}
    count {{max, select, none {{member} får inte vara tomt.} other {{member} måste ha {min, select, none {högst } 0 {högst } other {{min} till }}{max} poster.}}}
    range {{member} måste vara ett tal{max, select, none {{min, select, none {} other {, minst {min}}}} other {{min, select, none {, högst {max}} other { från {min} till {max}}}}}.}
    whole_number {{member} måste vara ett heltal{max, select, none {{min, select, none {} other {, minst {min}}}} other {{min, select, none {, högst {max}} other { från {min} till {max}}}}}{or, select, none {} other { eller ”{or}”}}.}
    choice {{member} måste vara något av: {allowed}.}
    characters {{member} innehåller {character, select, none {ett tecken} other {{character}, ett tecken}} som inte syns eller som ändrar hur texten runt omkring visas. Ta bort det.}
    email {{member} är ingen e-postadress. Ange en adress som anna@example.com.}
    color {{member} måste vara en färg som #1b5fae som vit text kan läsas på. Välj en mörkare.}
    currency_not_taken {{member} är en valuta som betaltjänsten inte tar emot. Ange en annan.}
    multiple {{member} måste vara jämnt delbart med {multipleOf}: betaltjänsten tar inte emot mindre enheter av valutan.}
    currency {{member} är ingen valutakod med små bokstäver. Ange en kod som sek.}
    phone {{member} är inget telefonnummer med landskod. Ange ett nummer som +46701234567.}
    organisation_number {{member} är inget svenskt organisationsnummer. Använd tio siffror, till exempel 556123-4567.}
    uuid {{member} är inget id. Ange ett id från ett tidigare svar, som 123e4567-e89b-42d3-a456-426614174000.}
    url {{member} är ingen webbadress. Ange en adress som https://example.com/path.}
    timestamp {{member} är ingen tidpunkt. Ange den enligt ISO 8601 i UTC, som 2026-01-31T12:00:00Z.}
    future {{member} måste ligga i framtiden, högst {max, number} dagar från nu.}
    base64 {{member} är inte giltig base64. Koda innehållet som base64, utan radbrytningar.}
    repeated {{member} förekommer mer än en gång. Skicka det en gång.}
    not_in_account {{member} är ingen användare i ditt konto.}
    unknown {{member} är inte känt. Sök i listan.}
    field_type {{member} passar inte ett fält av typen {type}. Utelämna det eller välj en annan typ.}
    form_fields {Undertecknarna har för många formulärfält tillsammans: högst {max, number} i ett dokument. Ta bort några.}
    consent {Du måste samtycka till att signera elektroniskt innan du signerar.}
    size {{member} är för stort: högst {max, number} byte.}
    either {Skicka antingen {member} eller {other_member}, inte båda.}
    guessable {{member} är för lätt att gissa. Välj något längre, av flera ord, utan din e-postadress.}
    redirect_uri {{member} måste vara en fullständig https-adress utan fragment.}
    redirect_url {{member} måste vara en https-adress utan blanksteg, användarnamn och lösenord. Ange en adress som https://example.com/tack.}
    credentials_in_body {{member} får inte finnas i meddelandet. Skicka inloggningsuppgifterna för en konfidentiell klient bara i rubriken ”Authorization: Basic”.}
    invalid {{member} är ogiltigt. Rätta det.}
    body_missing {Anropet har inget innehåll. Skicka ett JSON-objekt.}
    body_object {Innehållet måste vara ett JSON-objekt.}
    body_array {Innehållet måste vara en JSON-lista.}
    body_size {Innehållet är för stort: högst {max, number} byte.}
    body_incomplete {Innehållet har inte den längd som anropet anger. Skicka anropet igen.}
    body_complexity {Innehållet har för många värden: högst {values, number} totalt, {members, number} i ett objekt, {levels} nivåer.}
    json {Innehållet är inte giltig JSON. Kontrollera citattecken, kommatecken och parenteser.}
    json_content_type {Innehållet måste vara JSON. Skicka det med rubriken ”Content-Type: application/json”.}
    form_content_type {Meddelandet måste vara ett formulär. Skicka det med rubriken ”Content-Type: application/x-www-form-urlencoded”.}
    json_encoding {Innehållet är inte text i UTF-8. Koda JSON som UTF-8.}
    multipart {Innehållet i multipart/form-data är ofullständigt eller felaktigt. Skicka anropet igen.}
    multipart_parts {Innehållet i multipart/form-data har för många delar. Skicka bara de delar som anropet tar emot.}
    multipart_boundary {Avgränsaren i multipart/form-data-innehållet är för lång. Använd högst 70 tecken.}
    content_encoding {Innehållet är komprimerat, vilket inte stöds. Skicka det utan Content-Encoding.}
    headers_size {Begärans rubriker är för stora. Skicka färre eller kortare rubriker.}
    http {Det här är ingen giltig HTTP-begäran. Kontrollera metod, adress, rubriker och innehållets längd.}
    address {Anropets adress är ogiltig. Kontrollera dess längd och procentkodning.}
    other {Anropet är ogiltigt. Se ”details” för det som ska rättas.}}`,
  contact_required:
    '{other_member, select, none {{member, select, none {En undertecknare behöver en e-postadress eller ett telefonnummer för att få inbjudan.} emailAddress {emailAddress krävs, så att meddelandet kan skickas dit. Skicka den.} other {{member} behöver en e-postadress eller ett telefonnummer för att få inbjudan.}}} other {{member} eller {other_member} krävs, så att meddelandet kan skickas dit. Skicka en av dem.}}',
  signature_type_not_supported:
    'Signaturtypen ”{signatureType}” finns inte i tjänsten än. Använd ”digital_ink”.',
  capability_missing:
    'Ditt konto saknar funktionen ”{capability}”{member, select, none {} other { som {member} kräver}}. Be tjänstens administratör om den.',
  webhook_url_not_allowed:
    'Webhookens adress får inte anropas. Använd en https-adress som kan nås från internet.',
  too_many_webhooks:
    'Kontot har {max, select, none {så många webhookar som det får ha} other {{max, number} webhookar, så många som det får ha}}. Ta bort någon som inte längre behövs.',
  file_not_found:
    '{member, select, none {Filen} other {{member}: filen}} hittades inte. Kontrollera fileId eller ladda upp filen igen.',
  document_not_found: 'Dokumentet hittades inte. Kontrollera documentId.',
  waiting_not_found:
    'Inget väntar under detta id. Det har levererats, förseglats eller stoppats under tiden.',
  waiting_not_stoppable:
    'En försegling kan inte stoppas. Återkalla dokumentet i stället; då förseglas inget.',
  waiting_is_running: 'Ett försök pågår just nu. Titta igen om några sekunder.',
  delivery_not_found: 'Leveransen hittades inte. Kontrollera deliveryId; gamla leveranser tas bort.',
  webhook_not_found: 'Webhooken hittades inte. Kontrollera webhookId.',
  template_not_found: 'Mallen hittades inte. Kontrollera templateId.',
  link_not_found:
    'Den här signeringslänken fungerar inte. Den kan vara ofullständig eller ersatt: öppna länken i det senaste meddelandet.',
  assistant_not_found:
    'Dokumentet har ingen assistent, eller så läser assistenten det ännu. Läs själva dokumentet.',
  download_not_found: 'Nedladdningslänken har gått ut eller redan använts. Be om en ny.',
  not_yours: 'Detta tillhör en kollega som inte har delat det. Be ägaren att dela det.',
  page_required:
    'Bara sidor i den här tjänsten kan skicka denna begäran. Appar använder åtkomsttoken: hämta en med POST /v1/auth/token.',
  route_not_found: 'Det finns inget på den här adressen. Kontrollera metod och sökväg.',
  idempotency_key_reused:
    'En annan begäran har haft denna Idempotency-Key under de senaste 24 timmarna. Använd en ny nyckel för en ny begäran.',
  idempotency_outcome_unknown:
    'Anropet med denna Idempotency-Key utfördes, men svaret gick förlorat. Se efter vad det skapade innan du skickar det igen med en ny nyckel.',
  idempotency_in_progress:
    'Den första begäran med denna Idempotency-Key pågår fortfarande. Försök igen efter det antal sekunder som Retry-After anger.',
  range_not_satisfiable:
    'Det begärda intervallet ligger utanför filen. Begär ett inom filens längd, eller hela filen.',
  document_not_completed: 'Dokumentet är inte klart än. Försök igen när alla har signerat.',
  document_not_signable:
    '{asker, select, sender {Dokumentet väntar inte på signaturer} other {Dokumentet går inte att signera}}{status, select, revoked {: det har återkallats} expired {: tiden för att signera är slut} awaiting_signatures {: alla har signerat} completed {: det är klart} created {: det förbereds fortfarande} processing {: det förbereds fortfarande} error {: förberedelsen misslyckades} other {}}.{asker, select, sender {{status, select, created { Försök igen när det är förberett.} processing { Försök igen när det är förberett.} other { Duplicera det för att be om signaturer igen.}}} other {}}',
  identification_outdated:
    'Det du har fyllt i, eller dokumentet, ändrades efter att du identifierade dig. Identifiera dig igen för att skriva under det som står där nu.',
  name_differs:
    'Namnet på din id-handling eller e-legitimation{name, select, none {} other {, {name},}} är inte det namn som dokumentet gäller{fullName, select, none {} other {, {fullName}}}. Använd din egen handling, eller be avsändaren att rätta namnet.',
  document_changed: 'Avsändaren har ändrat dokumentet. Ladda om sidan, läs det igen och signera sedan.',
  public_link_not_found: 'Den publika länken finns inte, eller tillhör ett annat konto.',
  public_link_disabled:
    'Den publika länken är stängd och kan varken ändras eller användas. Om den har stängts av är det för alltid: duplicera den för att fortsätta med en ny adress.',
  visit_limit_reached:
    'För många öppnar länken just nu, eller du har öppnat den för ofta. Vänta {seconds} sekunder och försök igen.',
  public_link_active: 'Den publika länken är aktiv. Stäng av den innan du tar bort den.',
  draft_not_found: 'Utkastet finns inte, eller tillhör ett annat konto.',
  draft_sent:
    'Utkastet är redan skickat; det blev dokument {documentId}. Duplicera det för att skicka det igen.',
  draft_expired: 'Utkastet har gått ut och kan varken ändras eller skickas. Duplicera det för att fortsätta.',
  draft_has_no_file: 'Utkastet har ingen fil än. Ange fileId först.',
  precondition_failed:
    'Det har ändrats under tiden: If-Match anger en tidigare version. Läs in det igen och gör om ändringen.',
  document_not_editable:
    'Dokumentets värden kan inte längre ändras: {status, select, completed {det är klart} revoked {det har återkallats} error {förberedelsen misslyckades} other {någon har signerat}}. Duplicera det för att börja om.',
  document_fully_signed:
    'Alla har signerat dokumentet, så det kan inte längre återkallas. Kom överens med undertecknarna om vad som ersätter det.',
  document_not_sealable:
    'Bara ett dokument som alla har signerat och som inte är förseglat än kan förseglas.',
  document_not_deletable:
    'Bara ett klart eller återkallat dokument kan tas bort. Återkalla dokumentet först.',
  already_signed: 'Du har redan signerat dokumentet. Du behöver inte göra något mer.',
  not_your_turn: 'Andra signerar före dig. Du får ett meddelande när det är din tur.',
  signee_not_found:
    'Ingen med detta signeeId ska signera dokumentet. När kontaktuppgifter rättas får personen ett nytt signeeId.',
  signee_has_signed:
    'Den här personen har redan signerat och behöver inte göra mer. Ange dem som inte har signerat.',
  signee_not_in_turn: 'Det är inte den här personens tur att signera än. Påminn dem som står före.',
  contact_not_addable:
    '{member, select, none {Ett kontaktsätt} other {{member}}} kan inte läggas till: bara uppgifter som personen redan har kan ändras.',
  reminder_limit_reached:
    'Den här personen har påmints för ofta. {seconds, select, none {Försök igen senare.} other {Försök igen om {seconds} sekunder.}}',
  contact_update_limit_reached:
    'Personens kontaktuppgifter har ändrats för ofta. {seconds, select, none {Försök igen senare.} other {Försök igen om {seconds} sekunder.}}',
  question_limit_reached:
    'Assistenten har fått för många frågor om dokumentet. {seconds, select, none {Försök igen senare.} other {Försök igen om {seconds} sekunder.}}',
  consent_changed:
    'Texten som du samtyckte till har ändrats sedan sidan öppnades. Ladda om sidan och läs den innan du signerar.',
  verification_required: 'Den här länken öppnas först efter en engångskod. Be om en kod och skriv in den.',
  code_invalid:
    'Koden är fel. {triesLeft, plural, =0 {Be om en ny.} one {# försök återstår.} other {# försök återstår.}}',
  code_expired: 'Koden gäller inte längre. Be om en ny.',
  code_cooldown:
    'En kod har nyss skickats. Nästa kan skickas om {seconds, plural, one {# sekund} other {# sekunder}}.',
  code_not_sent: 'Koden kunde inte skickas. Försök igen om en stund.',
  proof_not_found: 'Kontrollen påbörjades inte i den här webbläsaren eller är borttagen. Börja om.',
  handover_not_found:
    'Koden har redan använts, har gått ut eller så är kontrollen avslutad. Visa en ny kod på datorn och skanna den.',
  proof_not_offered:
    'Kontrollen erbjuds inte just nu, eftersom avsändarens konto inte kan använda den. Kontakta avsändaren.',
  proof_over: 'Kontrollen är avslutad. Börja om.',
  proof_missing:
    '{kind, select, payment {Du behöver betala innan du skriver under.} other {Du behöver identifiera dig innan du skriver under.}} Gör kontrollen som sidan erbjuder.',
  proof_limit_reached:
    'Det här har prövats för ofta. Försök igen om {seconds, plural, one {# sekund} other {# sekunder}}.',
  attachment_not_supported:
    'Filen kan inte bifogas: den är varken en PDF, en PNG eller en JPEG, eller så är den skadad eller skyddad. Välj en annan fil.',
  attachment_infected: 'Virusskyddet hittade något i filen, så den sparades inte. Välj en annan fil.',
  attachments_too_large:
    'Bilagorna är tillsammans större än {megabytes, select, none {50} other {{megabytes, number}}} MB. Bifoga färre eller mindre filer.',
  session_required:
    'Din webbläsare sparar inga kakor, vilket kontrollen kräver. Tillåt kakor för sidan och ladda om den.',
  message_not_sent: 'Meddelandet kunde inte skickas till {to}. Försök igen dit om en stund.',
  token_missing:
    'Begäran saknar åtkomsttoken. Hämta en med POST /v1/auth/token och skicka den i rubriken ”Authorization: Bearer”.',
  token_invalid:
    'Åtkomsttoken är ogiltig eller har gått ut. Hämta en med POST /v1/auth/token; en API-nyckel är ingen token.',
  api_key_invalid: 'API-nyckeln är ogiltig. Kontrollera den eller skapa en ny.',
  scope_missing: 'Åtkomsttoken saknar behörigheten ”{scope}”. Hämta en token med den behörigheten.',
  rate_limit_exceeded:
    'För många anrop. Försök igen {seconds, select, none {senare} other {om {seconds} sekunder}}.',
  request_timeout:
    'Begäran tog för lång tid att komma fram. Skicka den igen, om möjligt över en snabbare anslutning.',
  too_many_uploads:
    'För många uppladdningar pågår för det här kontot, högst {limit} är tillåtna. Försök igen om några sekunder.',
  service_busy: 'Tjänsten är upptagen just nu. Försök igen om några sekunder.',
  database_unavailable: 'Tjänstens databas svarar inte just nu. Försök igen om några sekunder.',
  storage_unavailable: 'Tjänsten kan inte lagra eller läsa filer just nu. Försök igen om några sekunder.',
  seal_unavailable:
    'Det som krävs för att försegla dokumentet (nyckeln, en tidsstämpel eller ett certifikats status) gick inte att få, trots flera försök. Nya försök görs av sig själva; fråga den som driver tjänsten om det dröjer.',
  evidence_broken:
    'Dokumentet förseglades inte: den lagrade filen eller historiken är inte vad den var när dokumentet skrevs under. Skicka dokumentet igen.',
  internal_error: 'Något gick fel hos oss. Försök igen och kontakta oss om det händer igen.',
  // The following are errors of OAuth.
  invalid_client:
    'Klienten är okänd eller har fel inloggningsuppgifter. Kontrollera klient-id och hemlighet, eller API-nyckeln.',
  client_unavailable: 'Klientens metadatadokument kan inte läsas just nu. Försök igen om några sekunder.',
  invalid_grant: 'Godkännandet är okänt, har gått ut eller är redan använt. Börja om.',
  invalid_scope: 'Behörigheten finns inte. Be om ”read”, ”write” eller ”read write”.',
  invalid_target:
    'Resursen är ingen adress till den här tjänsten. Utelämna den eller skicka adressen till API:et.',
  unsupported_response_type: 'Den här sortens svar erbjuds inte. Använd ”code”.',
  unsupported_token_type: 'En publik klient kan bara återkalla refresh-token. Skicka refresh-token.',
  consent_not_found:
    'Den här begäran om åtkomst är okänd, har gått ut eller är redan avgjord. Gå tillbaka till appen och börja om.',
  grant_not_found: 'Åtkomsten finns inte. Den kan redan vara avslutad.',
  client_not_found: 'Appen finns inte bland dem som du har registrerat.',
  too_many_clients: 'Du har redan registrerat {max} appar, fler går inte. Ta bort en först.',
  unsupported_grant_type:
    'Det går inte att få en token på det här sättet. Använd ”authorization_code” eller ”refresh_token”.',
  redirect_uri_mismatch:
    'Omdirigeringsadressen är inte exakt någon som klienten har registrerat. Använd en registrerad adress.',
  access_denied: 'Åtkomst nekades. Fråga personen igen om det var ett misstag.',
  invalid_token: 'Token är ogiltig eller har gått ut. Hämta en ny.',
  // The following are errors of accounts.
  role_missing: 'Din roll tillåter inte detta. Fråga en ägare eller administratör av kontot.',
  api_key_required:
    'Användare, API-nycklar och appars åtkomst hanteras bara i inställningarna, eller med en token som kommer från en API-nyckel. Hämta en med POST /v1/auth/token.',
  last_owner: 'Kontot skulle sakna aktiv ägare. Gör först en annan användare till ägare.',
  too_many_api_keys:
    'Kontot har redan {max, select, none {så många} other {{max, number}}} API-nycklar{max, select, none { som det får ha} other {, vilket är det högsta antalet}}. Ta bort en först.',
  account_limit_reached: 'Kontot har nått en gräns som den som driver tjänsten har satt. Be att få den höjd.',
  account_unknown: 'Det finns inget konto med detta id.',
  user_exists: 'Kontot har redan en användare med e-postadressen. Titta i listan över användare.',
  user_invited:
    'Användaren har inte tackat ja till inbjudan än. Skicka inbjudan igen, eller återkalla den genom att ta bort användaren.',
  user_not_invited:
    'Användaren har redan tackat ja till inbjudan. Sätt ”status” till ”deactivated” för att stänga av användaren.',
  too_many_invitations:
    'Kontot har redan {max, select, none {så många} other {{max, number}}} öppna inbjudningar{max, select, none { som det får ha} other {, det högsta antalet}}. Återkalla en först.',
  invitation_not_found: 'Inbjudan finns inte, har återkallats eller är redan använd. Be om en ny.',
  invitation_expired: 'Inbjudan har gått ut. Be om en ny.',
  user_not_found: 'Användaren finns inte i ditt konto. Kontrollera id:t.',
  api_key_not_found: 'API-nyckeln finns inte i ditt konto. Kontrollera id:t.',
  session_missing: 'Du är inte inloggad, eller så har din session avslutats. Logga in igen.',
  sign_in_failed:
    'Det gick inte. Kontrollera e-postadressen och lösenordet, eller välj ett nytt lösenord via e-post.',
  too_many_invitation_mails:
    'Till den här adressen har många inbjudningar skickats på sistone. Vänta {seconds, select, none {några timmar} other {{seconds, plural, one {# sekund} other {# sekunder}}}} innan du skickar en till.',
  too_many_attempts:
    'För många försök. Vänta {seconds, select, none {några minuter} other {{seconds, plural, one {# sekund} other {# sekunder}}}} innan du försöker igen, eller välj ett nytt lösenord via e-post.',
  password_wrong: 'Det är inte lösenordet som du använder nu. Skriv det igen.',
  code_wrong:
    'Koden är fel, har gått ut eller har redan använts. Ange den senaste koden från din app, eller en återställningskod som inte har använts.',
  password_reset_not_found: 'Länken har gått ut eller har redan använts. Be om en ny.',
  totp_enabled: 'En autentiseringsapp används redan. Stäng av den innan du lägger till en annan.',
  totp_not_begun:
    'Ingen autentiseringsapp håller på att läggas till eller används. Börja med ”Ställ in appen”.',
  passkey_refused:
    'Din passkey kunde inte läggas till: det tog för lång tid, eller så stämmer inte svaret från enheten. Försök igen.',
  passkey_not_found: 'Du har ingen sådan passkey. Den kan redan ha tagits bort.',
  too_many_passkeys:
    'Du har redan {max, select, none {så många} other {{max, number}}} passkeys{max, select, none { som du får ha} other {, det högsta antal du får ha}}. Ta bort en först.',
  session_not_found: 'Du har ingen sådan session. Den kan redan ha avslutats.',
  logo_refused:
    'Logotypen måste vara en bild i PNG eller JPEG på högst 1 MB och 5 miljoner bildpunkter. Välj en annan fil.',
  account_closed: 'Kontot är stängt. En ägare kan öppna det igen i 30 dagar; därefter tas det bort.',
  account_suspended: 'Kontot är spärrat. Fråga den som driver tjänsten.',
  account_not_reopenable: 'Kontot kan inte öppnas igen: det är öppet, eller så har borttagningen börjat.',
  account_not_found: 'Du är inte användare i det här kontot. Välj ett annat.',
  single_sign_on_not_found:
    'Enkel inloggning är inte konfigurerad för detta. Kontrollera e-postadressen, eller logga in med lösenord.',
  single_sign_on_required:
    'Det här kontot nås bara genom enkel inloggning. Använd ”Enkel inloggning” på inloggningssidan.',
  single_sign_on_expired:
    'Inloggningen har gått ut, har redan använts eller påbörjades i en annan webbläsare. Börja om i den här webbläsaren.',
  single_sign_on_denied:
    'Din organisations inloggning släppte inte in dig, eller så avbröt du. Försök igen, eller be din administratör om åtkomst till den här tjänsten.',
  single_sign_on_invalid:
    'Svaret från din organisations inloggning kunde inte godtas. Försök igen. Om det händer igen, be en ägare av kontot att kontrollera inställningarna för enkel inloggning; kontots logg visar vad som var fel.',
  single_sign_on_address_refused:
    'Din organisations inloggning gav ingen bekräftad e-postadress i en domän som är tillagd här. Be din administratör att skicka din e-postadress, eller en ägare av kontot att bekräfta domänen.',
  single_sign_on_unknown_person:
    'Ingen här har din e-postadress, och nya personer läggs inte till genom enkel inloggning. Be en ägare eller administratör om en inbjudan.',
  single_sign_on_linked:
    'Din e-postadress hör redan till en annan identitet i din organisations inloggning. Be en ägare av kontot att undersöka det.',
  single_sign_on_owner_invited: 'Du är inbjuden som ägare. Tacka först ja till inbjudan med länken i mejlet.',
  single_sign_on_session:
    'Lösenord, koder och passkeys kan inte visas eller ändras medan du är inloggad genom ett kontos enkla inloggning. Logga in med ditt lösenord för det.',
  single_sign_on_unavailable:
    'Din organisations inloggning svarar inte. Försök igen om en stund. Om det fortsätter, fråga din administratör; kontots ägare kan logga in med sitt lösenord.',
  user_deactivated:
    'Din användare är inaktiverad. Be en ägare eller administratör av kontot att aktivera den.',
  owner_address_kept:
    'En ägares adress ändras inte av en katalog. Ge först användaren en annan roll i inställningarna.',
  sign_in_again:
    'Detta kräver en inloggning under de senaste {minutes, select, none {minuterna} other {{minutes, number} minuterna}}. Logga ut och in igen och gör om det.',
  issuer_refused:
    'Det finns ingen användbar OpenID Connect-leverantör på adressen. Ange utfärdaren så som leverantören anger den, med https. Den måste gå att nå från internet och gälla bara din organisation, inte vilken organisation som helst.',
  domain_taken:
    'Ett annat konto i tjänsten använder domänen. Om den är din, skriv till den som driver tjänsten.',
  domain_not_found: 'Kontot har ingen sådan domän. Lägg till den först.',
  domain_not_verified:
    'Domänen är inte bekräftad. Lägg till TXT-posten hos din DNS-leverantör, vänta några minuter och kontrollera igen. Utan en bekräftad domän kan enkel inloggning inte krävas.',
  too_many_domains:
    'Kontot har redan {max, select, none {så många} other {{max, number}}} domäner{max, select, none { som det får ha} other {, fler får det inte ha}}. Ta bort en först.',
};
