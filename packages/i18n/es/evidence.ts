import type { EvidenceSentences, MethodChoices, MethodSentences, ProofSentences } from '../en/evidence.ts';

export const evidence: EvidenceSentences = {
  title: 'Prueba de la firma',
  introduction:
    'Estas páginas forman parte del documento sellado y dicen quién lo firmó, cuándo y cómo. Los nombres, los datos de contacto y las organizaciones son los que indicaron el remitente o el firmante; lo que se comprobó figura en cada persona. Los mismos datos y el historial están adjuntos a este archivo como {recordName}. Las horas son UTC, según el reloj del servicio. La zona horaria de la cuenta del remitente es {timeZone}.',
  footer: 'Documento {documentId}',
  recordDescription: 'Prueba de la firma, para ordenadores',
  checkLabel: 'Compruebe este archivo',
  result: 'Resultado',
  resultValue: 'Firmado por todos',
  signatures: 'Firmas',
  signaturesValue: '{count, number} de {count, number}',
  sealed: 'Sellado',
  level: 'Nivel',
  levelValue: '{level, select, AES {Avanzado (AES)} other {Simple (SES)}}',
  signatureLabel: 'Firma de {fullName}',
  initialsLabel: 'Iniciales de {fullName}',
  sealHeading: 'Sello e historial',
  pageOf: "Prueba, página '{page}' de '{pages}'",
  documentHeading: 'Documento',
  documentName: 'Nombre',
  documentId: 'ID del documento',
  transactionId: 'ID de la transacción',
  signatureLevel: 'Nivel de las firmas',
  signatureLevelValue:
    '{level, select, AES {Avanzado (AES): todas las firmas cumplen el artículo 26 de eIDAS} other {Simple (SES): no todas las firmas son de nivel avanzado (AES)}}',
  fileName: 'Archivo subido',
  fileValue: '{name} ({size} bytes)',
  fileHash: 'Huella (SHA-256) del archivo subido',
  contentHash: 'Huella (SHA-256) del documento completo',
  contentSize: 'Documento completo',
  contentSizeValue:
    'Los primeros {size} bytes de este archivo: con todos los valores y firmas, y sin esta prueba',
  sealCovers: 'Cubierto por el sello',
  sealCoversValue:
    'Todo este archivo tal como era al sellarse, con sus adjuntos y esta prueba, salvo los bytes del propio sello',
  trailHead: 'Huella (SHA-256) del historial hasta la entrada {sequence}',
  verificationUrl: 'Compruebe este archivo en',
  senderHeading: 'Remitente',
  fullName: 'Nombre',
  emailAddress: 'Correo electrónico',
  phoneNumber: 'Teléfono',
  organisation: 'Organización, según la cuenta',
  filledInBySender: 'Rellenado antes de firmar',
  filledInBySignee: 'Rellenado por el firmante',
  filledInByCheck: 'Rellenado a partir de una comprobación',
  filledInByService: 'Rellenado por el servicio',
  fieldName: '«{name}»',
  signeeHeading: 'Firmante {number}: {fullName}',
  authentication: 'Acceso',
  authenticationValue:
    '{channel, select, email {enlace personal enviado por correo electrónico} sms {enlace personal enviado por SMS} whatsapp {enlace personal enviado por WhatsApp} email_and_sms {un enlace personal, enviado por correo electrónico y por SMS: bastaba uno de los mensajes} email_and_whatsapp {un enlace personal, enviado por correo electrónico y por WhatsApp: bastaba uno de los mensajes} public_link {enlace público del remitente, donde el firmante indicó su nombre y sus datos de contacto} other {enlace personal entregado por el remitente}}{code, select, none {} email {, abierto con un código enviado por correo electrónico, {at}} sms {, abierto con un código enviado por SMS, {at}} sign_in {, abierto por el usuario con la sesión iniciada con esta dirección de correo, {at}} other {, abierto con un código enviado por WhatsApp, {at}}}{provider, select, none {} other {, e identificación por {provider}}}',
  method: 'Método',
  methodValue:
    '{name, select, none {} other {{name}}}{ink, select, none {} other {{name, select, none {} other { y }}}}{ink, select, drawn {firma dibujada a mano} picture {imagen subida de una firma} typed {nombre escrito} other {}}',
  identifiedAs: 'Identidad comprobada',
  sandboxName: 'Nombre (no se identificó a nadie)',
  differingName: 'El nombre es distinto',
  differingNameValue:
    '{sandbox, select, true {Un entorno de pruebas dio el nombre «{name}» y no se identificó a nadie.} other {Una comprobación del documento de identidad o de la identificación electrónica dio el nombre «{name}».}} El firmante se llama «{fullName}» en este documento.',
  personalNumber: 'Número de identificación',
  idScannedAt: 'Documento de identidad escaneado',
  signedAt: 'Consentimiento y firma',
  signedAtValue: '{at}{timeZone, select, none {} other { ({local} en {timeZone})}}',
  marks: 'Firmas e iniciales',
  marksValue:
    '{signatures, plural, one {# firma} other {# firmas}} en {signedPages, plural, one {la página} other {las páginas}} {signedOn}{initials, plural, =0 {} one {, iniciales en # lugar en la página {initialledOn}} other {, iniciales en # lugares en {initialledPages, plural, one {la página} other {las páginas}} {initialledOn}}}',
  consent: 'Aceptó',
  shownFile: 'Huella (SHA-256) del PDF en la página de firma',
  shownValues: 'Huella (SHA-256) de los valores que se dieron',
  correctedFields: 'Corregido tras la comprobación',
  ipAddress: 'Dirección IP',
  userAgent: 'Navegador, según él mismo',
  proofs: 'Comprobaciones antes de firmar',
  proofValue: '{name}{field, select, none {} other { («{field}»)}}, {at}',
  copiesHeading: 'Copias',
  copiesTo: 'Se enviarán por correo a',
  copyValue: '{fullName, select, none {} other {{fullName}, }}{emailAddress}',
  attachmentsHeading: 'Archivos adjuntos',
  attachment: 'Adjunto {number}',
  attachmentValue: '{name} ({size} bytes, {mimeType})\nSubido por {fullName}, {at}',
  attachmentHash: 'Huella (SHA-256) del adjunto {number}',
  attachmentDescription: 'Subido por {fullName}',
  eventsHeading: 'Eventos',
  event:
    '{type, select, created {Documento creado{who, select, none {} other { por {who}}}} prepared {El documento quedó listo para firmar} invited {Se invitó a {who}{contacts, select, none {} other { {contacts}}}} links_created {El remitente obtuvo enlaces personales para entregarlos} reminded {Se envió un recordatorio a {who}{contacts, select, none {} other { {contacts}}}} contact_changed {El remitente corrigió los datos de {who}} delivered {Se entregó un mensaje a {who}{contacts, select, none {} other { {contacts}}}} not_delivered {No se pudo entregar un mensaje a {who}{contacts, select, none {} other { {contacts}}}} opened {{who} abrió el documento{ipAddress, select, none {} other { desde {ipAddress}}}} signed {{who} dio su consentimiento y firmó{ipAddress, select, none {} other { desde {ipAddress}}}} assistant_used {{who} preguntó al asistente sobre el documento} other {Todos habían firmado; el documento se selló}}',
  contact:
    '{channel, select, email {por correo electrónico} sms {por SMS} other {por WhatsApp}}{address, select, none {} other { a {address}}}',
};

export const methods: MethodSentences = {
  // The ink already describes the method.
  digital_ink: '',
  bankid_identification:
    '{provider, select, none {identificación electrónica} other {{provider} ({sandbox, select, true {entorno de pruebas: no se identificó a nadie} other {identificación electrónica}})}}',
  digital_ink_id_scan:
    'escaneo de un documento de identidad{provider, select, none {} other { ({provider})}}',
  face_liveness:
    'comprobación del rostro con un documento de identidad{provider, select, none {} other { ({provider}{sandbox, select, true {, entorno de pruebas: no se identificó a nadie} other {}})}}',
};

/** Senders choose by these names. */
export const methodChoices: MethodChoices = {
  method_digital_ink: 'Dibujar o escribir la firma',
  method_bankid_identification: 'Identificación electrónica sueca',
  method_digital_ink_id_scan: 'Documento de identidad y firma dibujada',
  method_face_liveness: 'Documento de identidad y vídeo de la cara',
};

export const proofs: ProofSentences = {
  email_code: 'Correo electrónico {emailAddress}, con un código de un solo uso',
  sms_code: 'Teléfono {phoneNumber}, con un código de un solo uso por SMS',
  attachment: 'Archivo adjunto {name}',
  id_scan:
    '{document, select, passport {Pasaporte} other {Documento de identidad}} de {issuingState}, número {documentNumber}{fullName, select, none {} other {, a nombre de {fullName}}}, mediante escaneo {variant, select, basic {básico} other {completo}}{provider, select, none {} other {, comprobado por {provider}}}{sides, select, unmatched {, anverso y reverso sin comparar} other {}}',
  payment:
    'Pagó {amount} mediante {provider}, pago {paymentId}{sandbox, select, true { (entorno de pruebas: no se pagó dinero)} other {}}',
  electronic_id:
    '{sandbox, select, true {No se firmó nada con identificación electrónica: {provider} es un entorno de pruebas y no se identificó a nadie} other {Firmado con identificación electrónica ({provider})}}',
  company:
    '{companyName}, número de organización {organisationNumber}: {fullName}{personalNumber, select, none {} other {, número de identificación {personalNumber}}}, es {role, select, beneficial_owner {titular real} other {miembro del consejo}} según {register}, con identificación por {provider}{purpose, select, none {} other {. Persona del medio político: {isPoliticallyExposed, select, true {sí} other {no}}. Actúa por cuenta de otra persona: {actsForOthers, select, true {sí} other {no}}. Finalidad: {purpose}}}{sandbox, select, true { (entorno de pruebas: no se identificó a nadie)} other {}}{sandboxRegister, select, true { (las empresas de este registro son inventadas)} other {}}',
  face_liveness:
    '{sandbox, select, true {No se comparó ningún rostro: {provider} es un entorno de pruebas y no se identificó a nadie} other {Rostro en vivo, comparado con el documento de identidad{documentNumber, select, none {} other { {documentNumber}}} por {provider}{score, select, none {} other { (semejanza {score})}}}}',
};
