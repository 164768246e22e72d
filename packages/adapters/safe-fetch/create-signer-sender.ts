import type { NetworkAnswer, NetworkRequest } from '@countersign/seal/network';
import { sendInTime } from './bounded-answer.ts';
import { OutgoingAgent } from './outgoing-agent.ts';

export interface SignerSenderOptions {
  /** For mutual TLS. */
  readonly clientPem?: string;
  /** Instead of the system's. */
  readonly authorityPem?: string;
}

export interface SignerSender {
  /** Rejects with `timed_out`, `answer_not_usable`, or the network's error. */
  send(request: NetworkRequest): Promise<NetworkAnswer>;
  close(): Promise<void>;
}

/** Addresses of the settings may be internal; redirects are not followed, to protect tokens. */
export function createSignerSender({ clientPem, authorityPem }: SignerSenderOptions = {}): SignerSender {
  const identity = clientPem === undefined ? {} : { cert: clientPem, key: clientPem };
  const trust = authorityPem === undefined ? {} : { ca: authorityPem };
  // Requests are rare: an idle connection may have been closed.
  const agent = new OutgoingAgent({ connect: { ...identity, ...trust }, pipelining: 0 });
  return {
    send: (request) =>
      sendInTime(request, (signal) => {
        const { url, method, headers, body = null } = request;
        return agent.request(url, { method, headers, body, signal });
      }),
    close: () => agent.close(),
  };
}
