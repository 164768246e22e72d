import { expect, it } from 'vitest';
import { nameInWords } from './failure-notice.tsx';

it.each([
  ['fullName', 'fullName must be a text.', 'Full name must be a text.'],
  ['signeeDetails.0.emailAddress', 'signeeDetails[0].emailAddress is missing.', 'Email address is missing.'],
  ['redirect_uris.0', 'redirect_uris[0] must be an address.', 'Redirect uris 0 must be an address.'],
  ['name', 'Something else is wrong.', 'Something else is wrong.'],
  ['', 'The body is no object.', 'The body is no object.'],
])('shows the member %j as words', (path, message, shown) => {
  expect(nameInWords({ message, details: [{ path, message }] })).toBe(shown);
});
