import type { MessageSentences } from '../sentences.ts';

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
