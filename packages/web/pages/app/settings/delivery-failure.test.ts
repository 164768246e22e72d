import { expect, it } from 'vitest';
import { describeFailure } from './delivery-log.tsx';

// The log showed only these texts, in English, to everybody.
it.each([
  ['connect ECONNREFUSED 192.0.2.1:443', 'deliveryNotConnected'],
  ['read ECONNRESET', 'deliveryNotConnected'],
  ['connect EHOSTUNREACH 192.0.2.1:443', 'deliveryNotConnected'],
  ['other side closed', 'deliveryNotConnected'],
  ['Client network socket disconnected before secure TLS connection was established', 'deliveryNotConnected'],
  ['getaddrinfo ENOTFOUND hooks.example.com', 'deliveryNameUnknown'],
  ['getaddrinfo EAI_AGAIN hooks.example.com', 'deliveryNameUnknown'],
  ['self-signed certificate in certificate chain', 'deliveryCertificate'],
  ["Hostname/IP does not match certificate's altnames: Host: a.example", 'deliveryCertificate'],
  ['unable to verify the first certificate', 'deliveryCertificate'],
  ['The operation was aborted due to timeout', 'deliveryTimedOut'],
  ['Connect Timeout Error (attempted address: a.example:443, timeout: 10000ms)', 'deliveryTimedOut'],
  ['webhook_url_not_allowed (host a.example, reason not a public address)', 'deliveryNotAllowed'],
  ['the user is deactivated', 'deliveryUserInactive'],
  ['something new', 'deliveryNotPossible'],
  ['', 'deliveryNotPossible'],
])('%j is told in words, with the technical text beside them', (lastError, name) => {
  expect(describeFailure({ lastStatus: null, lastError })).toEqual({ name, params: {}, detail: lastError });
});

it('an answer that is no success is told by its status alone', () => {
  expect(describeFailure({ lastStatus: 503, lastError: 'HTTP 503' })).toEqual({
    name: 'deliveryAnswered',
    params: { status: 503 },
    detail: '',
  });
  expect(describeFailure({ lastStatus: 200, lastError: null })).toBeNull();
});
