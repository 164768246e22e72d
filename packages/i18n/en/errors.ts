/**
 * A sentence names the problem, the member and the remedy. `none` is an absent parameter. All languages have these
 * keys.
 */
export const errors = {
  file_too_large:
    'The file is larger than {megabytes, select, none {50} other {{megabytes, number}}} MB. Upload a smaller file.',
  file_missing: 'No file was sent. Send a PDF as the part “file” of a multipart/form-data request.',
  not_a_pdf:
    '{member, select, none {The file} other {{member}: the file}} is {size, select, 0 {empty} other {not a PDF}}. Upload a PDF document.',
  password_required:
    '{member, select, none {The PDF} other {{member}: the PDF}} needs a password to be opened. Remove the password and upload the file again.',
  locked:
    '{member, select, none {The PDF} other {{member}: the PDF}} is protected against changes. Remove the protection and upload the file again.',
  damaged:
    '{member, select, none {The PDF} other {{member}: the PDF}} is damaged{reference, select, none {} other { (reference {reference})}} and cannot be read. Export or print it to a new PDF and upload that.',
  no_pages:
    '{member, select, none {The PDF} other {{member}: the PDF}} has no pages. Upload a PDF with at least one page.',
  xfa_not_supported:
    '{member, select, none {The PDF} other {{member}: the PDF}} is a dynamic XFA form, which only some apps can show. Print it to a normal PDF and upload that.',
  too_complex:
    '{member, select, none {The PDF} other {{member}: the PDF}} is too complex to be processed safely. Export or print it to a simpler PDF and upload that.',
  file_not_processable:
    '{member, select, none {The PDF} other {{member}: the PDF}} makes our PDF software fail, so it cannot be used. Print it to a new PDF and upload that.',
  inputs_too_large:
    'The files are larger than {megabytes, select, none {50} other {{megabytes, number}}} MB together. Merge fewer or smaller files.',
  box_outside_page:
    'The box {member, select, none {} other {{member} }}does not lie wholly on page {page} (counted from 0), which is {width} x {height} points. Move the box or make it smaller.',
  page_out_of_range:
    '{member, select, none {The document} other {{member}: the document}} has no page {page} (counted from 0). {pages, select, none {Choose a page of the document.} 1 {It has one page, number 0.} other {It has {pages} pages, numbered from 0.}}',
  too_many_boxes:
    '{member, select, none {The document} other {{member}: the document}} has too many further boxes. It may have {of, select, boxes {{max, number} on its pages, where “all” stands for one on each page} other {{max} entries of furtherBoxes}}. Leave some out.',
  signature_box_required:
    '{member, select, none {A signature box} other {{member}}} is required when the signature is placed on an existing page. Give page, x and y, or choose the placement “new_page”.',
  initials_not_supported:
    '{member, select, none {A signature} other {{member}: a signature}} of the type “{signatureType}” has no initials. Choose “signature” for this box, or the signature type “digital_ink”.',
  initials_required:
    'The document has places for your initials. Draw or type them, or choose an image, and sign again.',
  initials_not_asked: 'The document has no places for your initials. Leave “initials” out.',
  unknown_field:
    'The document has no form field named “{field}”. {nearest, select, none {} other {The nearest name is “{nearest}”. }}Use a name from the list of the file’s form fields.',
  field_name_taken:
    'The form field “{field}” cannot be made, because the document has a form field named “{taken}”. Choose another name.',
  field_name_invalid:
    'The form field “{field}” cannot be made, because a part of its name is empty or has a character that cannot be stored, or because it has more than 50 parts. Periods separate the parts of a name; give each part at least one letter or digit.',
  field_has_another_owner:
    'The form field “{field}” belongs to another signer already. Name it for one signer only.',
  anchor_not_found:
    'The text “{text}”{occurrence, select, none {} 1 {} other { (number {occurrence})}} was not found on any page{member, select, none {} other {, which {member} needs}}. It has to be text that people can see, in the same upper and lower case. Correct the text, or give page, x and y.',
  field_not_editable: 'The form field “{field}” cannot be filled in. Leave it out.',
  option_not_offered:
    '{option, select, none {The value} other {“{option}”}} is not one of the options of the form field “{field}”. {options, select, none {Choose an option that the field offers.} other {Choose one of: {options}{more, select, none {} other { (and {more} more)}}.}}',
  value_too_long:
    'The value of the form field “{field}” is too long{limit, select, none {} other {: at most {limit} {unit, select, lines {lines} other {characters}}}}. Shorten it.',
  value_format_invalid:
    'The value of the form field “{field}” is not {format, select, date {a day such as {example}. Write it like that} email_address {an email address. Use an address such as anna@example.com} swedish_mobile_number {a Swedish mobile number. Use a number such as 070-123 45 67} other {of the format that the field asks for. Correct it}}.',
  too_many_values:
    'The form field “{field}” {limit, select, none {takes one value only. Send a single value.} 1 {takes one value only. Send a single value.} other {has room for {limit} chosen options. Choose fewer.}}',
  empty_value: 'The value of the form field “{field}” is empty. Leave the field out, or send [] to clear it.',
  required_field_empty:
    'The form field “{label, select, none {{field}} other {{label}}}” is required. Fill it in.',
  trigger_not_completed:
    'The form field “{label, select, none {{field}} other {{label}}}” is filled in by a check (such as an ID scan or a one-time code) that has not been done. Do the check before you sign; if it is not offered, contact the sender.',
  field_of_another_signee:
    'The form field “{field}” is for {owner, select, none {another signer} other {{owner}}} to fill in. Leave it out.',
  text_not_drawable:
    '{field, select, none {{member, select, none {{annotation, select, none {A text} other {An annotation ({annotation}) on page {page}}}} other {The text of {member}}}} other {The text of the form field “{field}”}} contains characters that cannot be drawn{character, select, none {} other { (“{character}”)}}. Use other characters.',
  image_not_readable: `{reason, select,
    format {The image of the {ink, select, initials {initials} other {signature}} has to be a PNG or a JPEG. Draw the {ink, select, initials {initials} other {signature}} again, or choose another image.}
    pixels {The image of the {ink, select, initials {initials} other {signature}} is too large: at most {side} pixels a side and {pixels} in all. Choose a smaller one.}
    empty {There is nothing on the image of the {ink, select, initials {initials} other {signature}}. Draw the {ink, select, initials {initials} other {signature}}.}
    other {The image of the {ink, select, initials {initials} other {signature}} cannot be read. Draw the {ink, select, initials {initials} other {signature}} again.}}`,
  invalid_request: `{rule, select,
    required {{member} is required.}
    text {{member} must be text.}
    boolean {{member} must be true or false.}
    list {{member} must be a list.}
    object {{member} must be an object.}
    text_or_list {{member} must be text or a list of texts.}
    length {{max, select, none {{member} must not be empty.} other {{member} must have {min, select, none {at most } 0 {at most } other {{min} to }}{max} characters.}}}
    count {{max, select, none {{member} must not be empty.} other {{member} must have {min, select, none {at most } 0 {at most } other {{min} to }}{max} entries.}}}
    range {{member} must be a number{max, select, none {{min, select, none {} other { of at least {min}}}} other {{min, select, none { of at most {max}} other { from {min} to {max}}}}}.}
    whole_number {{member} must be a whole number{max, select, none {{min, select, none {} other { of at least {min}}}} other {{min, select, none { of at most {max}} other { from {min} to {max}}}}}{or, select, none {} other { or “{or}”}}.}
    choice {{member} must be one of: {allowed}.}
    characters {{member} contains {character, select, none {a character} other {{character}, a character}} that cannot be seen or that changes how the text around it is shown. Remove it.}
    email {{member} is not an email address. Use an address such as anna@example.com.}
    color {{member} must be a color such as #1b5fae on which white text can be read. Choose a darker one.}
    currency {{member} is not a currency code in lower case. Use a code such as sek.}
    currency_not_taken {{member} is a currency in which the payment provider takes no payments. Use another one.}
    multiple {{member} must be a multiple of {multipleOf}: the payment provider takes no smaller units of this currency.}
    phone {{member} is not a phone number with country code. Use a number such as +46701234567.}
    organisation_number {{member} is not a Swedish organisation number. Use ten digits such as 556123-4567.}
    uuid {{member} is not an ID. Use an ID from an earlier answer, such as 123e4567-e89b-42d3-a456-426614174000.}
    url {{member} is not a URL. Use an address such as https://example.com/path.}
    timestamp {{member} is not a point in time. Use ISO 8601 in UTC, such as 2026-01-31T12:00:00Z.}
    future {{member} must be later than now, and at most {max, number} days from now.}
    base64 {{member} is not valid base64. Encode the bytes as base64, without line breaks.}
    repeated {{member} occurs more than once. Send it once.}
    not_in_account {{member} is not a user of your account.}
    unknown {{member} is not known. Look for it in the list.}
    field_type {{member} does not fit a field of the type {type}. Leave it out, or choose another type.}
    form_fields {The signers have too many form fields together: at most {max, number} in a document. Leave some out.}
    consent {You must agree to sign electronically before you sign.}
    size {{member} is too large: at most {max, number} bytes.}
    either {Send either {member} or {other_member}, not both.}
    guessable {{member} is too easy to guess. Choose a longer one, of several words, without your email address.}
    redirect_uri {{member} must be an absolute https address without a fragment.}
    redirect_url {{member} must be an https address without spaces, user name or password. Use an address such as https://example.com/thanks.}
    credentials_in_body {{member} must not be in the body. Send the credentials of a confidential client in the header “Authorization: Basic” only.}
    invalid {{member} is not valid. Correct it.}
    body_missing {The request has no body. Send a JSON object.}
    body_object {The body must be a JSON object.}
    body_array {The body must be a JSON array.}
    body_size {The body is too large: at most {max, number} bytes.}
    body_incomplete {The body does not have the length that the request states. Send the request again.}
    body_complexity {The body has too many values: at most {values, number} in all, {members, number} members in an object, {levels} levels.}
    json {The body is not valid JSON. Check quotation marks, commas and brackets.}
    json_content_type {The body must be JSON. Send it with the header “Content-Type: application/json”.}
    form_content_type {The body must be a form. Send it with the header “Content-Type: application/x-www-form-urlencoded”.}
    json_encoding {The body is not UTF-8 text. Encode JSON as UTF-8.}
    multipart {The multipart/form-data body is incomplete or malformed. Send the request again.}
    multipart_parts {The multipart/form-data body has too many parts. Send only the parts that the operation takes.}
    multipart_boundary {The boundary of the multipart/form-data body is too long. Use at most 70 characters.}
    content_encoding {The body is compressed, which is not supported. Send it without Content-Encoding.}
    headers_size {The headers of the request are too large. Send fewer or shorter ones.}
    http {This is not a valid HTTP request. Check method, address, headers and the length of the body.}
    address {The address of the request is not valid. Check its length and its percent-encoding.}
    other {The request is not valid. See “details” for the members to correct.}}`,
  contact_required:
    '{other_member, select, none {{member, select, none {A signer needs an email address or a phone number to receive the invitation.} emailAddress {emailAddress is required, to send the message to. Send it.} other {{member} needs an email address or a phone number to receive the invitation.}}} other {{member} or {other_member} is required, to send the message to. Send one of them.}}',
  signature_type_not_supported:
    'The signature type “{signatureType}” is not available in this service yet. Use “digital_ink”.',
  capability_missing:
    'Your account lacks the capability “{capability}”{member, select, none {} other { that {member} needs}}. Ask the administrator of the service for it.',
  webhook_url_not_allowed:
    'The webhook URL may not be called. Use an https address that is reachable from the internet.',
  too_many_webhooks:
    'The account has {max, select, none {as many webhooks as it may have} other {{max, number} webhooks, as many as it may have}}. Remove one that is no longer needed.',
  file_not_found:
    '{member, select, none {The file} other {{member}: the file}} was not found. Check the fileId, or upload the file again.',
  document_not_found: 'The document was not found. Check the documentId.',
  waiting_not_found: 'Nothing waits under this id. It was delivered, sealed or stopped in the meantime.',
  waiting_not_stoppable: 'A seal cannot be stopped. Withdraw the document instead; then nothing is sealed.',
  waiting_is_running: 'It is being tried at this moment. Look again in a few seconds.',
  delivery_not_found: 'The delivery was not found. Check the deliveryId; old deliveries are removed.',
  webhook_not_found: 'The webhook was not found. Check the webhookId.',
  template_not_found: 'The template was not found. Check the templateId.',
  link_not_found:
    'This signing link does not work. It may be incomplete or replaced: open the link from the newest message.',
  assistant_not_found:
    'This document has no assistant, or the assistant is still reading it. Read the document itself.',
  download_not_found: 'This download link has expired or was used. Ask for a new one.',
  not_yours: 'This belongs to a colleague who has not shared it. Ask the owner to share it.',
  page_required:
    'Only pages of this service can send this request. Apps use access tokens: fetch one at POST /v1/auth/token.',
  route_not_found: 'There is nothing at this address. Check method and path.',
  idempotency_key_reused:
    'Another request had this Idempotency-Key within the last 24 hours. Use a new key for a new request.',
  idempotency_outcome_unknown:
    'The request with this Idempotency-Key was carried out, but its answer was lost. Look for what it made before you send it again with a new key.',
  idempotency_in_progress:
    'The first request with this Idempotency-Key is still running. Try again after the seconds of Retry-After.',
  range_not_satisfiable:
    'The requested range lies outside the file. Ask for one within its length, or for the whole file.',
  document_not_completed: 'The document is not completed yet. Try again when everybody has signed.',
  document_not_signable:
    '{asker, select, sender {The document is not waiting for signatures} other {The document cannot be signed}}{status, select, revoked {: it was revoked} expired {: the time to sign it is over} awaiting_signatures {: everybody has signed} completed {: it is completed} created {: it is still being prepared} processing {: it is still being prepared} error {: preparing it failed} other {}}.{asker, select, sender {{status, select, created { Try again when it is prepared.} processing { Try again when it is prepared.} other { Duplicate it to ask for signatures again.}}} other {}}',
  identification_outdated:
    'What you filled in, or the document, changed after you identified yourself. Identify yourself again to sign what is there now.',
  name_differs:
    'The name on your identity document or e-ID{name, select, none {} other {, {name},}} is not the name that the document is for{fullName, select, none {} other {, {fullName}}}. Use your own, or ask the sender to correct the name.',
  document_changed: 'The sender has changed the document. Load the page again, read it and sign then.',
  public_link_not_found: 'There is no such public link, or it belongs to another account.',
  public_link_disabled:
    'This public link is closed: it can neither be changed nor used. If it was disabled, that is for ever: duplicate it to go on with a new address.',
  visit_limit_reached:
    'Too many people are opening this link at the moment, or you have opened it too often. Wait {seconds} seconds and try again.',
  public_link_active: 'This public link is active. Disable it before you delete it.',
  draft_not_found: 'There is no such draft, or it belongs to another account.',
  draft_sent: 'This draft was sent already; it became document {documentId}. Duplicate it to send it again.',
  draft_expired: 'This draft has expired and can neither be changed nor sent. Duplicate it to go on.',
  draft_has_no_file: 'This draft has no file yet. Give it a fileId first.',
  precondition_failed:
    'It was changed meanwhile: If-Match names an earlier version. Load it again and repeat the change.',
  document_not_editable:
    'The values of this document can no longer be changed: {status, select, completed {it is completed} revoked {it was revoked} error {preparing it failed} other {somebody has signed}}. Duplicate it to start again.',
  document_fully_signed:
    'Everybody has signed this document, so it can no longer be revoked. Agree with the signers on what replaces it.',
  document_not_sealable:
    'Only a document that everybody has signed and that is not sealed yet can be sealed.',
  document_not_deletable: 'Only a completed or revoked document can be deleted. Revoke the document first.',
  already_signed: 'You have already signed this document. Nothing more is needed.',
  not_your_turn: 'Others sign before you. You get a message when it is your turn.',
  signee_not_found:
    'Nobody with this signeeId is asked to sign this document. Contact details that are corrected give a new signeeId.',
  signee_has_signed:
    'This signer has signed already, and nothing more is asked of them. Name those who have not signed.',
  signee_not_in_turn: 'It is not this signer’s turn to sign yet. Remind those before them.',
  contact_not_addable:
    '{member, select, none {A contact method} other {{member}}} cannot be added: only contact details that the signer has can be changed.',
  reminder_limit_reached:
    'This signer was reminded too often. {seconds, select, none {Try again later.} other {Try again in {seconds} seconds.}}',
  contact_update_limit_reached:
    'The contact details of this signer were changed too often. {seconds, select, none {Try again later.} other {Try again in {seconds} seconds.}}',
  question_limit_reached:
    'The assistant was asked too often about this document. {seconds, select, none {Try again later.} other {Try again in {seconds} seconds.}}',
  consent_changed:
    'The sentence that you agreed to has changed since the page was opened. Load the page again and read it before you sign.',
  verification_required: 'This link opens only after a one-time code. Ask for a code and enter it.',
  code_invalid:
    'The code is not right. {triesLeft, plural, =0 {Ask for a new one.} one {# try is left.} other {# tries are left.}}',
  code_expired: 'This code is no longer valid. Ask for a new one.',
  code_cooldown:
    'A code was just sent. Another one can be sent in {seconds, plural, one {# second} other {# seconds}}.',
  code_not_sent: 'The code could not be sent. Try again in a moment.',
  proof_not_found: 'This check was not started in this browser, or is removed. Start it again.',
  handover_not_found:
    'This code was used already, has expired, or the check has ended. Show a new code on the computer and scan it.',
  proof_not_offered:
    'This check is not offered at the moment, because the sender’s account cannot use it. Contact the sender.',
  proof_over: 'This check has ended. Start it again.',
  proof_missing:
    '{kind, select, payment {You have to pay before you sign.} other {You have to identify yourself before you sign.}} Do the check that the page offers.',
  proof_limit_reached:
    'This was tried too often. Try again in {seconds, plural, one {# second} other {# seconds}}.',
  attachment_not_supported:
    'The file cannot be attached: it is neither a PDF, a PNG nor a JPEG, or it is damaged or protected. Choose another file.',
  attachment_infected:
    'The virus scanner found something in this file, so it was not kept. Choose another file.',
  attachments_too_large:
    'The attachments have more than {megabytes, select, none {50} other {{megabytes, number}}} MB together. Attach fewer or smaller files.',
  session_required:
    'Your browser does not keep cookies, which this check needs. Allow cookies for this page and load it again.',
  message_not_sent: 'The message could not be sent to {to}. Try again there in a moment.',
  token_missing:
    'The request has no access token. Fetch one with POST /v1/auth/token and send it in the header “Authorization: Bearer”.',
  token_invalid:
    'The access token is not valid or has expired. Fetch one with POST /v1/auth/token; an API key is not a token.',
  api_key_invalid: 'The API key is not valid. Check it, or create a new one.',
  scope_missing: 'The access token lacks the scope “{scope}”. Fetch a token with this scope.',
  rate_limit_exceeded:
    'Too many requests. Try again {seconds, select, none {later} other {in {seconds} seconds}}.',
  request_timeout: 'The request took too long to arrive. Send it again, over a faster connection if you can.',
  too_many_uploads:
    'Too many uploads of this account are in progress, at most {limit} may be. Try again in a few seconds.',
  service_busy: 'The service is busy at the moment. Try again in a few seconds.',
  database_unavailable:
    'The database of the service does not answer at the moment. Try again in a few seconds.',
  storage_unavailable: 'The service cannot store or read files at the moment. Try again in a few seconds.',
  seal_unavailable:
    'The document cannot be sealed: the key, a timestamp or the status of a certificate is still not available after several attempts. It is tried again by itself; ask the operator of the service if it lasts.',
  evidence_broken:
    'The document was not sealed: the stored file or the history is not what it was when people signed. Send the document again.',
  internal_error: 'Something went wrong on our side. Try again, and contact us if it happens again.',
  // The following are errors of OAuth.
  invalid_client:
    'The client is unknown or its credentials are wrong. Check the client ID and secret, or the API key.',
  client_unavailable:
    'The metadata document of the client cannot be read at the moment. Try again in a few seconds.',
  invalid_grant: 'The authorization is unknown, expired or already used. Start again.',
  invalid_scope: 'The scope is not offered. Ask for “read”, “write” or “read write”.',
  invalid_target:
    'The resource is not an address of this service. Leave it out, or send the address of the API.',
  unsupported_response_type: 'This kind of response is not offered. Use “code”.',
  unsupported_token_type: 'A public client can revoke refresh tokens only. Send the refresh token.',
  consent_not_found:
    'This request for access is unknown, has expired or was decided already. Go back to the app and start again.',
  grant_not_found: 'There is no such access. It may have been ended already.',
  client_not_found: 'There is no such app among those that you registered.',
  too_many_clients: 'You have registered {max} apps already, the most there can be. Delete one first.',
  unsupported_grant_type:
    'This way of getting a token is not offered. Use “authorization_code” or “refresh_token”.',
  redirect_uri_mismatch:
    'The redirect address is not exactly one that the client registered. Use a registered one.',
  access_denied: 'Access was denied. Ask the person again if this was a mistake.',
  invalid_token: 'The token is not valid or has expired. Fetch a new one.',
  // The following are errors of accounts.
  role_missing: 'Your role does not allow this. Ask an owner or admin of your account.',
  api_key_required:
    'Users, API keys and access of apps are managed only in the settings, or with a token that came from an API key. Fetch one at POST /v1/auth/token.',
  last_owner: 'The account would have no active owner. Make another user an owner first.',
  too_many_api_keys:
    'The account already has {max, select, none {as many} other {{max, number}}} API keys{max, select, none { as it may have} other {, the most that it may have}}. Delete one first.',
  account_limit_reached:
    'The account has reached a limit that the operator of this service set. Ask the operator to raise it.',
  account_unknown: 'There is no account with this id.',
  user_exists: 'Your account already has a user with this email address. Look at the list of users.',
  user_invited:
    'The user has not accepted the invitation yet. Send the invitation again, or withdraw it by deleting the user.',
  user_not_invited:
    'The user has accepted the invitation already. To end access, set “status” to “deactivated”.',
  too_many_invitations:
    'The account already has {max, select, none {as many} other {{max, number}}} open invitations{max, select, none { as it may have} other {, the most that it may have}}. Withdraw one first.',
  invitation_not_found:
    'The invitation does not exist, was withdrawn or is used already. Ask for another one.',
  invitation_expired: 'The invitation has expired. Ask for another one.',
  user_not_found: 'There is no such user in your account. Check the ID.',
  api_key_not_found: 'There is no such API key in your account. Check the ID.',
  session_missing: 'You are not signed in, or your session has ended. Sign in again.',
  sign_in_failed:
    'That did not work. Check the email address and the password, or choose a new password by mail.',
  too_many_invitation_mails:
    'This address has got many invitations lately. Wait {seconds, select, none {some hours} other {{seconds, plural, one {# second} other {# seconds}}}} before you send another one.',
  too_many_attempts:
    'Too many attempts. Wait {seconds, select, none {some minutes} other {{seconds, plural, one {# second} other {# seconds}}}} before the next one, or choose a new password by mail.',
  password_wrong: 'That is not the password that you use now. Enter it again.',
  code_wrong:
    'The code is wrong, has expired or was used already. Enter the newest code of your app, or a recovery code that was not used.',
  password_reset_not_found: 'The link has expired or was used already. Ask for another one.',
  totp_enabled: 'An authenticator app is in use already. Turn it off before you add another one.',
  totp_not_begun: 'No authenticator app is being added or in use. Begin with “Set up the app”.',
  passkey_refused:
    'The passkey could not be added: it took too long, or the answer of the device is not right. Try again.',
  passkey_not_found: 'There is no such passkey of yours. It may have been deleted already.',
  too_many_passkeys:
    'You already have {max, select, none {as many} other {{max, number}}} passkeys{max, select, none { as you may have} other {, the most that you may have}}. Delete one first.',
  session_not_found: 'There is no such session of yours. It may have ended already.',
  logo_refused:
    'The logo must be a PNG or JPEG picture of at most 1 MB and 5 million pixels. Choose another file.',
  account_closed: 'The account was closed. An owner can reopen it for 30 days; after that it is removed.',
  account_suspended: 'The account is suspended. Ask the operator of the service.',
  account_not_reopenable: 'The account cannot be reopened: it is open, or its removal has begun.',
  account_not_found: 'You are not a user of this account. Choose another one.',
  single_sign_on_not_found:
    'Single sign-on is not set up for this. Check the email address, or sign in with a password.',
  single_sign_on_required:
    'This account is entered by single sign-on only. Use “Single sign-on” on the page for signing in.',
  single_sign_on_expired:
    'This sign-in has expired, was used already, or was begun in another browser. Begin again in this browser.',
  single_sign_on_denied:
    'Your organisation’s sign-in did not let you in, or you cancelled. Try again, or ask your administrator to give you access to this application.',
  single_sign_on_invalid:
    'The answer of your organisation’s sign-in could not be accepted. Try again. If it happens again, ask an owner of your account to check the settings of single sign-on; the log of the account says what was wrong.',
  single_sign_on_address_refused:
    'Your organisation’s sign-in gave no verified email address of a domain that is set up here. Ask your administrator to send your email address, or an owner of your account to verify its domain.',
  single_sign_on_unknown_person:
    'Nobody here has your email address, and new people do not join by single sign-on. Ask an owner or admin for an invitation.',
  single_sign_on_linked:
    'Your email address belongs to another identity of your organisation’s sign-in already. Ask an owner of your account to look into it.',
  single_sign_on_owner_invited:
    'You are invited as an owner. Accept the invitation with the link of its mail first.',
  single_sign_on_session:
    'Your password, codes and passkeys cannot be seen or changed while you are signed in by the single sign-on of an account. Sign in with your password for that.',
  single_sign_on_unavailable:
    'Your organisation’s sign-in does not respond. Try again in a moment. If it lasts, ask your administrator; owners of the account can sign in with their password.',
  user_deactivated: 'Your user is deactivated. Ask an owner or admin of the account to activate it.',
  owner_address_kept:
    'The address of an owner is not changed by a directory. Give the user another role in the settings first.',
  sign_in_again:
    'This needs a sign-in of the last {minutes, select, none {few minutes} other {{minutes, number} minutes}}. Sign out and in again, and repeat it.',
  issuer_refused:
    'There is no usable OpenID Connect provider at this address. Enter the issuer as your provider states it, with https. It has to be reachable from the internet and be for your organisation alone, not for any organisation.',
  domain_taken:
    'Another account of this service uses the domain. If it is yours, write to whoever runs this service.',
  domain_not_found: 'The account has no such domain. Add it first.',
  domain_not_verified:
    'The domain is not verified. Add the TXT record at your DNS provider, wait some minutes, and check again. Without a verified domain, single sign-on cannot be required.',
  too_many_domains:
    'The account already has {max, select, none {as many} other {{max, number}}} domains{max, select, none { as it may have} other {, the most that it may have}}. Remove one first.',
};

/** A code without a sentence does not compile. */
export type ErrorCode = keyof typeof errors;

export type ErrorSentences = Readonly<Record<ErrorCode, string>>;
