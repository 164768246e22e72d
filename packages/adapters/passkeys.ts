import {
  CHALLENGE_MS,
  type Passkey,
  type PasskeyAuthority,
  type PasskeyOptions,
  type PasskeyResponse,
} from '@countersign/identity';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server';

const SERVICE_NAME = 'Countersign';

/** The library is loaded on demand, because most starts need no passkey. */
const loadLibrary = () => import('@simplewebauthn/server');

/**
 * Creates the authority. Passkeys are discoverable, so that sign-in asks for no address, and the device has
 * to ask for a finger, face or PIN. Makers of devices are not checked.
 */
export function createPasskeyAuthority(baseUrl: string): PasskeyAuthority {
  const { hostname: rpID, origin: expectedOrigin } = new URL(baseUrl);
  const expected = { expectedOrigin, expectedRPID: rpID, requireUserVerification: true };
  return {
    createOptions: async ({ personId, emailAddress }, { fullName, challenge, known }) => {
      const { generateRegistrationOptions } = await loadLibrary();
      return asJson(
        await generateRegistrationOptions({
          rpName: SERVICE_NAME,
          rpID,
          userName: emailAddress,
          userDisplayName: fullName,
          userID: new TextEncoder().encode(personId),
          challenge: decodeBase64url(challenge),
          timeout: CHALLENGE_MS,
          attestationType: 'none',
          excludeCredentials: known.map(describeKnown),
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        }),
      );
    },
    signInOptions: async (challenge) => {
      const { generateAuthenticationOptions } = await loadLibrary();
      return asJson(
        await generateAuthenticationOptions({
          rpID,
          challenge: decodeBase64url(challenge),
          timeout: CHALLENGE_MS,
          userVerification: 'required',
        }),
      );
    },
    readChallenge,
    verifyNew: (response, expectedChallenge) =>
      nullIfRefused(async ({ verifyRegistrationResponse }) => {
        const { registrationInfo } = await verifyRegistrationResponse({
          ...expected,
          response: response as unknown as RegistrationResponseJSON,
          expectedChallenge,
        });
        return registrationInfo === undefined ? null : describeNew(registrationInfo);
      }),
    verifySignIn: (response, expectedChallenge, passkey) =>
      nullIfRefused(async ({ verifyAuthenticationResponse }) => {
        if (!isOfPerson(response, passkey)) return null;
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          ...expected,
          response: response as unknown as AuthenticationResponseJSON,
          expectedChallenge,
          credential: credentialOf(passkey),
        });
        return verified ? authenticationInfo.newCounter : null;
      }),
  };
}

/** The library throws for everything that is not right. */
async function nullIfRefused<T>(
  verify: (library: Awaited<ReturnType<typeof loadLibrary>>) => Promise<T | null>,
): Promise<T | null> {
  const library = await loadLibrary();
  try {
    return await verify(library);
  } catch {
    return null;
  }
}

function describeNew({
  credential,
  credentialBackedUp: isSynced,
}: NonNullable<VerifiedRegistrationResponse['registrationInfo']>) {
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    signCount: credential.counter,
    transports: credential.transports ?? [],
    isSynced,
  };
}

function credentialOf(passkey: Passkey) {
  const { publicKey, signCount } = passkey;
  return { ...describeKnown(passkey), publicKey: decodeBase64url(publicKey), counter: signCount };
}

function describeKnown({ credentialId, transports }: Passkey) {
  return { id: credentialId, transports: transports as AuthenticatorTransport[] };
}

/** Checks the user handle (WebAuthn level 3, 7.2 step 6). */
function isOfPerson(response: PasskeyResponse, { personId }: Passkey): boolean {
  const { userHandle } = Object(response.response);
  return typeof userHandle === 'string' && Buffer.from(userHandle, 'base64url').toString() === personId;
}

function readChallenge(response: PasskeyResponse): string | null {
  try {
    const { clientDataJSON } = Object(response.response);
    const { challenge } = JSON.parse(Buffer.from(String(clientDataJSON), 'base64url').toString());
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}

function decodeBase64url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text, 'base64url'));
}

function asJson(options: object): PasskeyOptions {
  return JSON.parse(JSON.stringify(options));
}
