import type { VerifySentences } from '../verify-text.ts';

export const verify: VerifySentences = {
  title: 'Comprobar un documento firmado',
  intro: 'Averigüe si un PDF sigue igual desde que se firmó, si se selló aquí y quién lo firmó y cuándo.',
  choose: 'Elegir un PDF',
  chooseAnother: 'Comprobar otro PDF',
  orDrop: 'o suéltelo en cualquier lugar de esta página',
  privacy: 'El servicio comprueba el archivo y no lo guarda.',
  checking: 'Comprobando {name}',
  failedTitle: 'No se pudo comprobar el archivo',
  unreachable: 'No se pudo contactar con el servicio. Compruebe su conexión e inténtelo de nuevo.',
  unexpected: 'Algo falló por nuestra parte. Inténtelo de nuevo en un momento.',
  own_whole_title: 'Sellado aquí y sin cambios',
  own_whole_text: 'Es, byte a byte, el archivo que este servicio selló cuando todos habían firmado.',
  own_extended_title: 'Sellado aquí, con pruebas añadidas después',
  own_extended_text:
    'El archivo empieza con lo que este servicio selló. Después solo hay sellos de tiempo o datos de validación que nadie ve.',
  own_changed_title: 'Sellado aquí, pero cambiado después',
  own_changed_text:
    'El archivo empieza con lo que este servicio selló, pero después se añadió algo. Lo que ve puede no ser lo que se firmó.',
  other_intact_title: 'Sin cambios, pero no sellado aquí',
  other_intact_text:
    'Las firmas son válidas y nada cambió después. Este servicio no conoce el archivo, así que no puede decir quién está detrás de ellas.',
  other_changed_title: 'Cambiado o sin firma válida',
  other_changed_text:
    'Una firma de este archivo no es válida, o algo cambió después de ella. No se fíe de lo que ve.',
  unsigned_title: 'Sin sellar',
  unsigned_text: 'Este archivo no tiene ninguna firma que muestre quién lo hizo ni si se cambió.',
  claim:
    'El archivo dice que es el documento {documentId}. Cualquiera puede escribir eso, y este servicio no lo selló en esta forma.',
  documentHeading: 'El documento',
  documentName: 'Nombre',
  documentId: 'ID del documento',
  sealedAt: 'Sellado',
  signeesHeading: 'Firmado por',
  signedAs:
    '{type, select, bankid_identification {identificación electrónica, } digital_ink_id_scan {escaneo de un documento de identidad, } face_liveness {comprobación del rostro, } other {}}{ink, select, drawn {firma dibujada a mano} typed {nombre escrito} other {firma}}',
  trail: 'Registro de auditoría',
  trail_whole:
    'Íntegro: todas las entradas guardadas aquí están como se escribieron, y la entrada {sequence} es la sellada en el archivo.',
  trail_broken:
    'No íntegro: faltan entradas guardadas aquí o se cambiaron. El archivo en sí no está afectado.',
  signaturesHeading:
    '{count, plural, =0 {Ninguna firma} one {# firma en este archivo} other {# firmas en este archivo}}',
  signature_valid: 'Válida',
  signature_wrong: 'No válida',
  kind_seal: 'Firma {field}',
  kind_timestamp: 'Sello de tiempo {field}',
  problems: 'Qué está mal',
  signer: 'Certificado de',
  issuer: 'Emitido por',
  certificateValidity: 'Certificado válido',
  period: 'de {from} a {to}',
  statedTime: 'Hora según el firmante',
  timestamp: 'Hora según una autoridad',
  timestampValue: '{time}, {authority}',
  revision: 'Revisión',
  coverage: 'Abarca',
  covers_all: 'todo el archivo',
  covers_beginning: 'los primeros {bytes} bytes',
  laterChanges: 'Añadido después',
  later_none: 'nada',
  later_validation_data: 'solo sellos de tiempo o datos de validación',
  later_other: 'otros cambios',
  level: 'Nivel',
  digest: 'Resumen ({algorithm})',
  trustNote:
    'Una firma válida dice que el archivo está como se firmó. Si el certificado merece confianza lo decide usted.',
  fileHeading: 'El archivo',
  fileName: 'Nombre del archivo',
  fileSize: 'Tamaño',
  bytes: '{size} bytes',
};
