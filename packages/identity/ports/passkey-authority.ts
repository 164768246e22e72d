import type { Passkey, Person } from '../people/person.ts';

/** What the browser answered, as JSON (WebAuthn level 3, 5.1.9). */
export type PasskeyResponse = Readonly<Record<string, unknown>>;

/** What the browser is asked, as JSON (WebAuthn level 3, 5.1.9). */
export type PasskeyOptions = Readonly<Record<string, unknown>>;

/** The checks of WebAuthn, for the address of this service. Challenges are base64url. */
export interface PasskeyAuthority {
  createOptions(
    person: Person,
    facts: { readonly fullName: string; readonly challenge: string; readonly known: readonly Passkey[] },
  ): Promise<PasskeyOptions>;
  signInOptions(challenge: string): Promise<PasskeyOptions>;
  /** Returns the challenge that a response claims, to be looked up; null if it is malformed. */
  readChallenge(response: PasskeyResponse): string | null;
  /** Returns a new credential, or null if the response is not right. */
  verifyNew(
    response: PasskeyResponse,
    challenge: string,
  ): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'signCount' | 'transports' | 'isSynced'> | null>;
  /** Returns the new sign count, or null if the response is not right, or its count shows a copy of the key. */
  verifySignIn(response: PasskeyResponse, challenge: string, passkey: Passkey): Promise<number | null>;
}
