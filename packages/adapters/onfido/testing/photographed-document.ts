/** With the Document report on it. */
export interface PhotographedDocument {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly pictures: { readonly front?: Buffer; readonly back?: Buffer };
  readonly subResult?: 'clear' | 'rejected' | 'suspected' | 'caution';
  readonly breakdown?: object;
  /** From the server. */
  readonly ids?: readonly string[];
}

/** As in Onfido's report. */
export const PASSPORT_PROPERTIES = {
  document_type: 'passport',
  issuing_country: 'SWE',
  nationality: 'SWE',
  first_name: 'ANNA MARIA',
  last_name: 'EK',
  date_of_birth: '1974-08-12',
  date_of_expiry: '2030-04-15',
  issuing_date: '2025-04-15',
  place_of_birth: 'UMEÅ',
  document_numbers: [
    { type: 'document_number', value: 'AA1234567' },
    { type: 'personal_number', value: '197408121234' },
  ],
};
