import type { MethodSentences } from '../sentences.ts';

export const methods: MethodSentences = {
  // The ink says it all.
  digital_ink: '',
  bankid_identification: '{provider, select, none {e-legitimation} other {{provider} (e-legitimation)}}',
  digital_ink_id_scan: 'skanning av id-handling{provider, select, none {} other { ({provider})}}',
  face_liveness: 'kontroll av ansiktet mot id-handling{provider, select, none {} other { ({provider})}}',
};
