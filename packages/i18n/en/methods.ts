import type { MethodSentences } from '../sentences.ts';

export const methods: MethodSentences = {
  // The ink says it all.
  digital_ink: '',
  bankid_identification: '{provider, select, none {electronic ID} other {{provider} (e-ID)}}',
  digital_ink_id_scan: 'scan of an ID document{provider, select, none {} other { ({provider})}}',
  face_liveness: 'check of the face against an ID document{provider, select, none {} other { ({provider})}}',
};
