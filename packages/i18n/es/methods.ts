import type { MethodSentences } from '../sentences.ts';

export const methods: MethodSentences = {
  // The ink says it all.
  digital_ink: '',
  bankid_identification:
    '{provider, select, none {identificación electrónica} other {{provider} (identificación electrónica)}}',
  digital_ink_id_scan:
    'escaneo de un documento de identidad{provider, select, none {} other { ({provider})}}',
  face_liveness:
    'comprobación del rostro con un documento de identidad{provider, select, none {} other { ({provider})}}',
};
