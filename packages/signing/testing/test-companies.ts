import type { Company } from '../ports/providers.ts';

/** The second was struck off. */
export const TEST_COMPANIES: readonly Company[] = [
  {
    organisationNumber: '5555555555',
    name: 'Räksmörgås & Żółć AB',
    addressLine1: 'Storgatan 1',
    zipCode: '12345',
    city: 'Grönköping',
    isRegistered: true,
    people: [
      { personalNumber: '191212121212', roles: ['board_member', 'beneficial_owner'] },
      { personalNumber: '200001012384', roles: ['board_member'] },
      { personalNumber: '189001019802', roles: ['beneficial_owner'] },
    ],
  },
  {
    organisationNumber: '9999999999',
    name: 'Borta AB',
    addressLine1: '',
    zipCode: '',
    city: '',
    isRegistered: false,
    people: [],
  },
];
