import type { MessageSentences, MessageTemplates } from '../en/messages.ts';

export const messages: MessageSentences = {
  signaturesHeading: 'Firmas',
  stampDate: 'Firmado el {date}',
  stampAddress: 'Dirección IP {ipAddress}',
  stampMethod:
    '{name, select, none {} other {{name}}}{method, select, none {} other {{name, select, none {} other {, }}}}{method, select, drawn {dibujada a mano} picture {imagen subida de una firma} typed {nombre escrito} other {}}, {channel, select, email {enlace por correo electrónico} sms {enlace por SMS} email_and_sms {enlace por correo electrónico y SMS} other {enlace del remitente}}',
  stampPersonalNumber: 'Número de identificación {personalNumber}',
  scanDate: 'Documento de identidad escaneado el {date}',
  scanNotKept: 'La imagen del documento no se conserva',
  sealReason:
    'Firmado por todas las partes. ID del documento {documentId}{certificate, select, development {. Certificado de desarrollo: no prueba quién selló} other {}}',
  electronicIdSign: 'Firmo {documentName}.\n\nEl PDF tiene la huella digital (SHA-256):\n{fileSha256}',
  electronicIdCompany: 'Me identifico para {companyName} en {documentName}.',
};

/** `reason` is the code of what failed. */
export const SEALING_REASON =
  '{reason, select, signature_unavailable {no se puede acceder a la clave del sello} certificate_unusable {el certificado del sello ha caducado o fue revocado} timestamp_unavailable {no responde ninguna autoridad de sellado de tiempo} validation_data_unavailable {no se pudo comprobar el certificado del sello} storage_unavailable {no se pueden leer o guardar archivos} database_unavailable {no se pudo acceder a la base de datos} service_busy {el servicio tiene mucho trabajo} evidence_broken {el archivo guardado o su historial se ha modificado} other {no se pudo crear el archivo sellado ({reason})}}';

const PERSONAL_LINK = 'El enlace es personal. No lo reenvíe: quien lo tenga puede firmar en su nombre.';
const MESSAGE_HEADING = '{senderName, select, none {Mensaje:} other {Mensaje de {senderName}:}}';

export const templates: MessageTemplates = {
  greeting: '{recipientName, select, none {Hola:} other {Hola, {recipientName}:}}',
  sender: '{senderName} de {accountName}',
  addressHeading: 'Si el botón no funciona, abra esta dirección:',
  deadline: 'Último día para firmar: {deadline}.',
  origin:
    '{sender, select, none {Enviado por Countersign.} other {Enviado por Countersign en nombre de {sender}.}}',
  kinds: {
    invitation: {
      subject: '{senderName, select, none {Firme} other {{senderName} le pide que firme}} «{documentName}»',
      preheader: 'Lea el documento y fírmelo en el móvil o en el ordenador.',
      paragraphs: [
        '{sender, select, none {Se le pide} other {{sender} le pide}} que lea y firme «{documentName}».',
      ],
      quoteHeading: MESSAGE_HEADING,
      button: 'Abrir el documento',
      smallPrint: PERSONAL_LINK,
      short: '{sender, select, none {Firme} other {{sender} le pide que firme}} «{documentName}»:',
    },
    your_turn: {
      subject: 'Le toca firmar «{documentName}»{senderName, select, none {} other { de {senderName}}}',
      preheader: 'Las personas anteriores ya han firmado.',
      paragraphs: [
        'Las personas anteriores ya han firmado «{documentName}»{sender, select, none {} other {, enviado por {sender}}}. Ahora le toca leerlo y firmarlo.',
      ],
      quoteHeading: MESSAGE_HEADING,
      button: 'Abrir el documento',
      smallPrint: PERSONAL_LINK,
      short: 'Le toca firmar «{documentName}»{sender, select, none {} other {, enviado por {sender}}}:',
    },
    reminder: {
      subject:
        'Recordatorio{senderName, select, none {} other { de {senderName}}}: «{documentName}» espera su firma',
      preheader: 'Todavía no lo ha firmado.',
      paragraphs: [
        '{sender, select, none {Se le recuerda} other {{sender} le recuerda}} que «{documentName}» espera su firma.',
      ],
      quoteHeading: MESSAGE_HEADING,
      button: 'Abrir el documento',
      smallPrint: `Si no quiere firmar, puede rechazarlo en la misma página. ${PERSONAL_LINK}`,
      short: 'Recordatorio{sender, select, none {} other { de {sender}}}: firme «{documentName}»:',
    },
    contact_changed: {
      subject:
        'Nuevo enlace{senderName, select, none {} other { de {senderName}}} para firmar «{documentName}»',
      preheader: 'Se han corregido sus datos de contacto.',
      paragraphs: [
        '{sender, select, none {Se han corregido sus datos de contacto} other {{sender} ha corregido sus datos de contacto}} para «{documentName}». Los enlaces anteriores ya no funcionan. Use este para leer y firmar el documento.',
      ],
      quoteHeading: MESSAGE_HEADING,
      button: 'Abrir el documento',
      smallPrint: PERSONAL_LINK,
      short:
        'Nuevo enlace{sender, select, none {} other { de {sender}}} para firmar «{documentName}»; los anteriores ya no funcionan:',
    },
    code: {
      subject: '{code} es su código',
      preheader: 'Es válido durante {minutes, plural, one {# minuto} other {# minutos}}.',
      paragraphs: [
        'Su código{documentName, select, none {} other { para «{documentName}»}}, válido durante {minutes, plural, one {# minuto} other {# minutos}}:',
      ],
      smallPrint: 'No dé el código a nadie e ignore este mensaje si no lo ha solicitado.',
      short:
        '{code} es su código{documentName, select, none {} other { para «{documentName}»}}. No se lo dé a nadie.',
    },
    completed: {
      subject: 'Todos han firmado «{documentName}»',
      preheader:
        '{attached, select, yes {El documento firmado está adjunto.} other {Obtenga el documento firmado.}}',
      paragraphs: [
        'Todos han firmado «{documentName}». El documento está sellado: cualquier cambio posterior se puede detectar.',
        '{attached, select, yes {Está adjunto a este mensaje.} other {Puede obtenerlo aquí:}}',
      ],
      button: 'Obtener el documento firmado',
      smallPrint:
        'Guarde una copia. {deletion, select, none {El documento se elimina del servicio pasado un tiempo.} other {El servicio elimina el documento el {deletion}.}}',
      short: 'Todos han firmado «{documentName}». Obtenga el documento firmado:',
    },
    copy: {
      subject: 'Firmado por todos: «{documentName}»{senderName, select, none {} other { de {senderName}}}',
      preheader: '{attached, select, yes {El documento firmado está adjunto.} other {Todos lo han firmado.}}',
      paragraphs: [
        'Todos han firmado «{documentName}»{sender, select, none {} other { de {sender}}}. {named, select, yes {{sender, select, none {El remitente} other {{sender}}} ha pedido que usted reciba una copia.} other {Su dirección se indicó en el documento como destinataria.}}',
        '{attached, select, yes {Está adjunto a este mensaje y sellado: cualquier cambio posterior se puede detectar.} other {Es demasiado grande para un mensaje.{sender, select, none {} other { Pídalo a {sender}.}}}}',
      ],
      smallPrint: 'No tiene que hacer nada.',
      short: 'Todos han firmado «{documentName}»{sender, select, none {} other { de {sender}}}.',
    },
    link_shared: {
      subject: 'Firme «{documentName}»',
      preheader: 'Quien tenga el enlace puede firmar un documento propio.',
      paragraphs: [
        '{sender, select, none {Recibe} other {{sender} le envía}} un enlace en el que puede leer y firmar «{documentName}». Allí indica su nombre y sus datos de contacto y los confirma con un código.',
      ],
      button: 'Abrir el enlace',
      smallPrint: 'Puede reenviar el enlace: cada persona firma un documento propio.',
      short:
        '{sender, select, none {Lea y firme} other {{sender} le pide que lea y firme}} «{documentName}»:',
    },
    revoked: {
      subject: '«{documentName}» se ha retirado',
      preheader: 'Ya no se puede firmar.',
      paragraphs: [
        '{sender, select, none {El remitente ha} other {{sender} ha}} retirado «{documentName}». Ya no se puede leer ni firmar, y no tiene que hacer nada.',
      ],
      smallPrint: 'Los enlaces que recibió antes ya no funcionan.',
      short:
        '«{documentName}»{sender, select, none {} other {, enviado por {sender},}} se ha retirado y ya no se puede firmar.',
    },
    expired: {
      subject: 'El plazo para firmar «{documentName}» ha terminado',
      preheader: 'Ya no se puede firmar.',
      paragraphs: [
        'El plazo para firmar «{documentName}» ha terminado.{sender, select, none {} other { Pida a {sender} que lo envíe de nuevo si todavía hace falta.}}',
      ],
      smallPrint: 'Los enlaces que recibió antes ya no funcionan.',
      short:
        'El plazo para firmar «{documentName}»{sender, select, none {} other {, enviado por {sender},}} ha terminado.',
    },
    declined: {
      subject: '«{documentName}» no se completará',
      preheader: 'Alguien ha rechazado firmar.',
      paragraphs: [
        'Una de las personas que debían firmar «{documentName}» lo ha rechazado, así que no se completará. No tiene que hacer nada.',
      ],
      smallPrint:
        '{sender, select, none {Pregunte al remitente} other {Pregunte a {sender}}} si quiere saber más.',
      short:
        '«{documentName}»{sender, select, none {} other {, enviado por {sender},}} no se completará: alguien ha rechazado firmar.',
    },
    owner_declined: {
      subject: '{signeeName} ha rechazado firmar «{documentName}»',
      preheader: 'El documento no se completará.',
      paragraphs: ['{signeeName} ha rechazado firmar «{documentName}». El documento no se completará.'],
      quoteHeading: 'Motivo:',
      button: 'Abrir el documento',
      smallPrint: 'Envíe el documento de nuevo para empezar otra vez.',
      short: '{signeeName} ha rechazado firmar «{documentName}»:',
    },
    owner_expired: {
      subject: '«{documentName}» ha caducado',
      preheader: 'No todos firmaron a tiempo.',
      paragraphs: ['No todos firmaron «{documentName}» a tiempo. Ya no se puede firmar.'],
      button: 'Abrir el documento',
      smallPrint: 'Envíe el documento de nuevo si todavía hace falta.',
      short: '«{documentName}» ha caducado:',
    },
    owner_opened: {
      subject: '{signeeName} ha abierto «{documentName}»',
      preheader: 'Todavía no está firmado.',
      paragraphs: ['{signeeName} ha abierto «{documentName}» por primera vez.'],
      button: 'Abrir el documento',
      smallPrint: 'Recibe este mensaje porque lo pidió al enviar el documento.',
      short: '{signeeName} ha abierto «{documentName}»:',
    },
    owner_signed: {
      subject: '{signeeName} ha firmado «{documentName}»',
      preheader: 'Vea quién más tiene que firmar.',
      paragraphs: ['{signeeName} ha firmado «{documentName}».'],
      button: 'Abrir el documento',
      smallPrint: 'Recibe este mensaje porque lo pidió al enviar el documento.',
      short: '{signeeName} ha firmado «{documentName}»:',
    },
    owner_payment_unused: {
      subject: 'Un pago de «{documentName}» no hace falta',
      preheader: 'No se devuelve automáticamente.',
      paragraphs: [
        'Se ha recibido un pago de «{documentName}» que no se puede usar, por ejemplo porque el documento ya no se puede firmar, se cambiaron los datos de contacto del firmante o el firmante ya había pagado.',
        'No se devuelve automáticamente. Búsquelo por su identificador en el proveedor de pagos y devuélvalo allí.',
      ],
      quoteHeading: 'Pago:',
      button: 'Abrir el documento',
      smallPrint: 'El pago figura también entre los eventos del documento.',
      short: 'Un pago de «{documentName}» no hace falta:',
    },
    owner_sealing_delayed: {
      subject: '«{documentName}» está firmado, pero aún no sellado',
      preheader: 'Se vuelve a intentar hasta conseguirlo.',
      paragraphs: [
        `Todos han firmado «{documentName}», pero aún no se ha podido sellar: ${SEALING_REASON}.`,
        'Se vuelve a intentar, al menos una vez por hora, hasta conseguirlo. No se pierde ninguna firma. En la página del documento puede intentarlo ahora o retirarlo.',
      ],
      button: 'Abrir el documento',
      smallPrint: 'Recibirá este aviso una vez al día hasta que el documento esté sellado.',
      short: '«{documentName}» está firmado, pero aún no sellado:',
    },
    failed: {
      subject: 'No se pudo completar «{documentName}»',
      preheader: 'Aún no se ha pedido a nadie que lo firme.',
      paragraphs: [
        'Algo ha fallado con «{documentName}» y volver a intentarlo no ha servido. Los firmantes no reciben ningún mensaje al respecto.',
      ],
      quoteHeading: 'Motivo:',
      button: 'Abrir el documento',
      smallPrint:
        'Aún no se ha pedido a nadie que lo firme. Envíe el documento de nuevo o pregunte a quien gestiona el servicio.',
      short: 'No se pudo completar «{documentName}»:',
    },
    webhook_disabled: {
      subject: 'El webhook «{webhookName}» se ha desactivado',
      preheader: 'Llevaba días fallando.',
      paragraphs: [
        'Todos los envíos al webhook «{webhookName}» han fallado durante días, así que se ha desactivado. Su dirección es {webhookUrl}',
        'Corrija el problema en el receptor y active de nuevo el webhook.',
      ],
      smallPrint: 'El registro de envíos indica qué ha fallado.',
      short: 'El webhook «{webhookName}» se ha desactivado porque todos los envíos han fallado durante días.',
    },
    user_invitation: {
      subject: '{senderName, select, none {Invitación} other {{senderName} le invita}} a {accountName}',
      preheader: 'Elija una contraseña para empezar.',
      paragraphs: [
        '{senderName, select, none {Se le invita} other {{senderName} le invita}} a enviar documentos para firmar en nombre de {accountName}. Elija una contraseña para empezar.',
      ],
      button: 'Aceptar la invitación',
      smallPrint:
        'El enlace funciona una sola vez, durante {days, plural, one {# día} other {# días}}. Ignore este mensaje si no lo esperaba.',
      short: '{senderName, select, none {Invitación} other {{senderName} le invita}} a {accountName}:',
    },
    security_notice: {
      subject:
        '{notice, select, password_changed {Su contraseña ha cambiado} password_reset {Su contraseña ha cambiado} totp_enabled {Se ha añadido una aplicación de autenticación} totp_disabled {Se ha quitado su aplicación de autenticación} recovery_codes_created {Se han creado códigos de recuperación nuevos} recovery_code_used {Se ha usado un código de recuperación} passkey_added {Se ha añadido una llave de acceso} passkey_removed {Se ha quitado una llave de acceso} api_key_created {Se ha creado una clave de API} account_closed {Su cuenta se ha cerrado} sign_in_limited {Alguien intenta iniciar sesión en su nombre} other {}}',
      preheader: 'Si ha sido usted, no tiene que hacer nada.',
      paragraphs: [
        '{notice, select, password_changed {La contraseña de su dirección de correo ha cambiado y sus demás sesiones han terminado. Las claves de API y las llaves de acceso siguen funcionando; revíselas en los ajustes, junto con las aplicaciones que tienen acceso.} password_reset {Se ha elegido una contraseña nueva con el enlace de un correo enviado a usted. Han terminado todas sus sesiones y las aplicaciones conectadas han perdido su acceso. Las claves de API y las llaves de acceso siguen funcionando: revíselas en los ajustes.} totp_enabled {A partir de ahora, al iniciar sesión se pide un código de la aplicación de autenticación que se ha añadido.} totp_disabled {Se ha quitado la aplicación de autenticación: al iniciar sesión se pide solo la contraseña.} recovery_codes_created {Se han creado códigos de recuperación nuevos. Los anteriores ya no funcionan.} recovery_code_used {Alguien ha iniciado sesión con uno de sus códigos de recuperación en lugar de la aplicación de autenticación.} passkey_added {Se ha añadido una llave de acceso, con la que puede iniciar sesión sin contraseña.} passkey_removed {Se ha quitado una llave de acceso. Ya no sirve para iniciar sesión.} api_key_created {Se ha creado una clave de API en un navegador en el que ha iniciado sesión. Quien la tenga puede usar la cuenta en su nombre; elimínela en los ajustes si no ha sido usted.} account_closed {Se ha cerrado la cuenta {accountName}, de la que usted es propietario. Ya nadie tiene acceso a ella. Inicie sesión en 30 días para reabrirla; después se elimina con todos sus documentos.} sign_in_limited {Ha habido muchos intentos fallidos de iniciar sesión con su dirección de correo. Los siguientes se frenan; donde suele iniciar sesión podrá seguir haciéndolo.} other {}}',
        'Si no ha sido usted, elija ahora una contraseña nueva y cierre sus demás sesiones en los ajustes.',
      ],
      button: 'Abrir los ajustes de seguridad',
      smallPrint:
        '{notice, select, account_closed {Se envía un mensaje así a cada propietario de una cuenta que se cierra.} other {Se envía un mensaje así por cada cambio en su forma de iniciar sesión.}}',
      short:
        '{notice, select, password_changed {Su contraseña ha cambiado} password_reset {Su contraseña ha cambiado} totp_enabled {Se ha añadido una aplicación de autenticación} totp_disabled {Se ha quitado su aplicación de autenticación} recovery_codes_created {Se han creado códigos de recuperación nuevos} recovery_code_used {Se ha usado un código de recuperación} passkey_added {Se ha añadido una llave de acceso} passkey_removed {Se ha quitado una llave de acceso} api_key_created {Se ha creado una clave de API} account_closed {Su cuenta se ha cerrado} sign_in_limited {Alguien intenta iniciar sesión en su nombre} other {}}:',
    },
    password_reset: {
      subject: 'Elija una contraseña nueva',
      preheader: 'El enlace funciona una sola vez.',
      paragraphs: ['Se ha solicitado una contraseña nueva para su dirección de correo.'],
      button: 'Elegir una contraseña nueva',
      smallPrint:
        'El enlace funciona una sola vez, durante {minutes, plural, one {# minuto} other {# minutos}}. Ignore este mensaje si no lo ha solicitado: su contraseña no cambia.',
      short: 'Elija una contraseña nueva:',
    },
  },
};
