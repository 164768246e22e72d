import type { EvidenceSentences } from '../sentences.ts';

export const evidence: EvidenceSentences = {
  title: 'Prueba de la firma',
  introduction:
    'Esta página forma parte del documento sellado y dice quién lo firmó, cuándo y cómo. Los mismos datos están adjuntos a este archivo como {recordName}. Las horas son UTC.',
  footer: 'Documento {documentId}',
  recordDescription: 'Prueba de la firma, para programas',
  documentHeading: 'Documento',
  documentName: 'Nombre',
  documentId: 'ID del documento',
  transactionId: 'ID de la transacción',
  signatureLevel: 'Nivel de las firmas',
  signatureLevelValue:
    '{level, select, AES {Avanzado (AES): todas las firmas cumplen el artículo 26 de eIDAS} other {Simple (SES): no todas las firmas son de nivel avanzado (AES)}}',
  fileName: 'Archivo original',
  fileValue: '{name} ({size} bytes)',
  fileHash: 'SHA-256 del archivo original',
  contentHash: 'SHA-256 de lo firmado',
  contentSize: 'Lo firmado',
  contentSizeValue: 'Los primeros {size} bytes de este archivo',
  trailHead: 'SHA-256 del registro de auditoría hasta la entrada {sequence}',
  verificationUrl: 'Compruebe este archivo en',
  senderHeading: 'Remitente',
  fullName: 'Nombre',
  emailAddress: 'Correo electrónico',
  phoneNumber: 'Teléfono',
  signeeHeading: 'Firmante {number}: {fullName}',
  method: 'Método',
  methodValue:
    '{type, select, bankid_identification {BankID} digital_ink_id_scan {Escaneo de un documento de identidad y } face_liveness {Comprobación del rostro y } other {}}{ink, select, drawn {firma dibujada a mano} typed {nombre escrito} other {}}',
  invitedAt: 'Invitación',
  openedAt: 'Apertura',
  signedAt: 'Consentimiento y firma',
  ipAddress: 'Dirección IP',
  userAgent: 'Navegador',
  eventsHeading: 'Eventos',
  event:
    '{type, select, created {Documento creado{who, select, none {} other { por {who}}}} invited {Se invitó a {who}} opened {{who} abrió el documento} signed {{who} dio su consentimiento y firmó} other {Todos habían firmado; el documento se selló}}',
};
