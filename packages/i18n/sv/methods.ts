import type { MethodChoices, MethodSentences } from '../sentences.ts';

export const methods: MethodSentences = {
  // The ink says it all.
  digital_ink: '',
  bankid_identification:
    '{provider, select, none {e-legitimation} other {{provider} ({sandbox, select, true {testmiljö: ingen har identifierats} other {e-legitimation}})}}',
  digital_ink_id_scan: 'skanning av id-handling{provider, select, none {} other { ({provider})}}',
  face_liveness:
    'kontroll av ansiktet mot id-handling{provider, select, none {} other { ({provider}{sandbox, select, true {, testmiljö: ingen har identifierats} other {}})}}',
};

/** For senders. */
export const methodChoices: MethodChoices = {
  method_digital_ink: 'Rita eller skriv signaturen',
  method_bankid_identification: 'Svensk e-legitimation',
  method_digital_ink_id_scan: 'ID-handling och ritad signatur',
  method_face_liveness: 'ID-handling och video av ansiktet',
};
