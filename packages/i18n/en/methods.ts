import type { MethodChoices, MethodSentences } from '../sentences.ts';

export const methods: MethodSentences = {
  // The ink says it all.
  digital_ink: '',
  bankid_identification:
    '{provider, select, none {electronic ID} other {{provider} ({sandbox, select, true {sandbox: nobody was identified} other {e-ID}})}}',
  digital_ink_id_scan: 'scan of an ID document{provider, select, none {} other { ({provider})}}',
  face_liveness:
    'check of the face against an ID document{provider, select, none {} other { ({provider}{sandbox, select, true {, sandbox: nobody was identified} other {}})}}',
};

/** For senders. */
export const methodChoices: MethodChoices = {
  method_digital_ink: 'Draw or type the signature',
  method_bankid_identification: 'Swedish e-ID',
  method_digital_ink_id_scan: 'ID document and drawn signature',
  method_face_liveness: 'ID document and video of the face',
};
