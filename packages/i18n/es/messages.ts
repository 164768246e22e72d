import type { MessageSentences } from '../sentences.ts';

export const messages: MessageSentences = {
  greeting: 'Hola, {recipientName}:',
  invitationSubject:
    '{senderName, select, none {Firme} other {{senderName} le pide que firme}} «{documentName}»',
  invitationIntro:
    '{senderName, select, none {Se le pide} other {{senderName} le pide}} que lea y firme «{documentName}».',
  invitationMessage: '{senderName, select, none {Mensaje:} other {Mensaje de {senderName}:}}',
  invitationAction: 'Abrir el documento',
  invitationClosing: 'El enlace es personal. No lo reenvíe: quien lo tenga puede firmar en su nombre.',
  failedSubject: 'No se pudo completar «{documentName}»',
  failedIntro:
    'Algo ha fallado con «{documentName}» y volver a intentarlo no ha servido. No se ha avisado a los firmantes.',
  failedReason: 'Motivo:',
  failedAction: 'Abrir el documento',
  failedClosing:
    'No se pierde nada de lo firmado. Envíe el documento de nuevo o pregunte a quien gestiona el servicio.',
  completedSubject: 'Todos han firmado «{documentName}»',
  completedIntro:
    'Todos han firmado «{documentName}». El documento está sellado: cualquier cambio posterior se puede detectar.',
  completedAction: 'Obtener el documento firmado',
  completedClosing: 'Guarde una copia. El documento se elimina del servicio pasado un tiempo.',
  signaturesHeading: 'Firmas',
  stampDate: 'Firmado el {date}',
  stampAddress: 'Dirección IP {ipAddress}',
  stampMethod:
    '{type, select, bankid_identification {{provider, select, none {identificación electrónica} other {{provider} (identificación electrónica)}}} digital_ink_id_scan {escaneo de un documento de identidad{provider, select, none {} other { ({provider})}}} face_liveness {comprobación del rostro con un documento de identidad{provider, select, none {} other { ({provider})}}} other {}}{method, select, none {} other {{type, select, digital_ink {} other {, }}}}{method, select, drawn {dibujada a mano} typed {nombre escrito} other {}}, {channel, select, email {enlace por correo electrónico} sms {enlace por SMS} email_and_sms {enlace por correo electrónico y SMS} other {enlace del remitente}}',
  stampPersonalNumber: 'Número de identificación {personalNumber}',
  scanDate: 'Documento de identidad escaneado el {date}',
  scanNotKept: 'La imagen del documento no se conserva',
  sealReason:
    'Firmado por todas las partes. ID del documento {documentId}{certificate, select, development {. Certificado de desarrollo: no prueba quién selló} other {}}',
};
