import type { MethodChoices, MethodSentences } from '../sentences.ts';

export const methods: MethodSentences = {
  // The ink says it all.
  digital_ink: '',
  bankid_identification:
    '{provider, select, none {identificación electrónica} other {{provider} ({sandbox, select, true {entorno de pruebas: no se identificó a nadie} other {identificación electrónica}})}}',
  digital_ink_id_scan:
    'escaneo de un documento de identidad{provider, select, none {} other { ({provider})}}',
  face_liveness:
    'comprobación del rostro con un documento de identidad{provider, select, none {} other { ({provider}{sandbox, select, true {, entorno de pruebas: no se identificó a nadie} other {}})}}',
};

/** For senders. */
export const methodChoices: MethodChoices = {
  method_digital_ink: 'Dibujar o escribir la firma',
  method_bankid_identification: 'Identificación electrónica sueca',
  method_digital_ink_id_scan: 'Documento de identidad y firma dibujada',
  method_face_liveness: 'Documento de identidad y vídeo de la cara',
};
