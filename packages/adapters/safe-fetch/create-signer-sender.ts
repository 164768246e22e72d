import { Agent, request as sendRequest } from 'undici';
import { type AuthorityAnswer, type AuthorityRequest, sendInTime } from './bounded-answer.ts';

export interface SignerSenderOptions {
  /** Certificate and key as PEM, by which the signer knows us (mutual TLS). */
  readonly clientPem?: string;
  /** Certificates as PEM, one of which has to have certified the signer, instead of those the system trusts. */
  readonly authorityPem?: string;
}

export interface SignerSender {
  /** Rejects with `timed_out`, `answer_not_usable`, or with what the network said. */
  send(request: AuthorityRequest): Promise<AuthorityAnswer>;
  /** Waits for requests under way. */
  close(): Promise<void>;
}

/**
 * Creates the sender to remote signers. Only the settings name their addresses, so internal networks are allowed;
 * redirects are not followed, so that a token is sent only to them.
 */
export function createSignerSender({ clientPem, authorityPem }: SignerSenderOptions = {}): SignerSender {
  const identity = clientPem === undefined ? {} : { cert: clientPem, key: clientPem };
  const trust = authorityPem === undefined ? {} : { ca: authorityPem };
  // Requests are rare: a connection that is kept may have been closed by the other side when the next one comes.
  const dispatcher = new Agent({ connect: { ...identity, ...trust }, pipelining: 0 });
  return {
    send: (request) =>
      sendInTime(request, (signal) => {
        const { url, method, headers, body = null } = request;
        return sendRequest(url, { method, headers, body, dispatcher, signal });
      }),
    close: () => dispatcher.close(),
  };
}
