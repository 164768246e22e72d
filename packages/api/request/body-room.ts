import { SigningError } from '@countersign/signing';
import { MEBIBYTE } from '@countersign/signing/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '../route.ts';
import { JSON_BODY_LIMIT } from '../schemas/parts.ts';
import { readClientNetwork } from './client-address.ts';

/** All requests at a time may hold this much. Smaller bodies are bounded by the number of connections. */
const MAX_HELD_BYTES = 128 * MEBIBYTE;
/** Ten signatures of the largest size, of one account or network, and of the signees of one account. */
const MAX_HELD_BYTES_OF_SENDER = 32 * MEBIBYTE;

/** Memory for bodies, reserved before a byte is read: slow connections hold theirs as long as they like. */
export class BodyRoom {
  readonly #ofSender = new Map<string, number>();
  #heldBytes = 0;

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Reserves room until the response has ended. Throws `service_busy`. */
  admit(route: Route, request: FastifyRequest, reply: FastifyReply): void {
    const bytes = findHeldBytes(route, request);
    if (bytes <= JSON_BODY_LIMIT) return;
    const release = this.reserve(sendersOf(request), bytes);
    reply.raw.once('close', release);
  }

  /** Throws `service_busy`. The function that is returned may be called twice. */
  reserve(senders: readonly string[], bytes: number): () => void {
    const isOver = (sender: string) => (this.#ofSender.get(sender) ?? 0) + bytes > MAX_HELD_BYTES_OF_SENDER;
    if (this.#heldBytes + bytes > MAX_HELD_BYTES || senders.some(isOver))
      throw new SigningError('service_busy');
    this.#add(senders, bytes);
    let isReleased = false;
    return () => {
      if (!isReleased) this.#add(senders, -bytes);
      isReleased = true;
    };
  }

  #add(senders: readonly string[], bytes: number): void {
    for (const sender of senders) {
      const ofSender = (this.#ofSender.get(sender) ?? 0) + bytes;
      if (ofSender > 0) this.#ofSender.set(sender, ofSender);
      else this.#ofSender.delete(sender);
    }
    this.#heldBytes += bytes;
  }
}

/** Estimates before the body is parsed, when only its head is known. */
function findHeldBytes({ heldBytes }: Route, request: FastifyRequest): number {
  if (heldBytes !== undefined) return heldBytes;
  const { bodyLimit } = request.routeOptions;
  const stated = request.headers['content-length'];
  if (stated === undefined) return request.headers['transfer-encoding'] === undefined ? 0 : bodyLimit;
  return Math.min(Number(stated), bodyLimit);
}

/** Signees share nothing with the programs of their account, and one account's in many networks a part of the room. */
function sendersOf(request: FastifyRequest): readonly string[] {
  const { holder, accountOfSignee } = request;
  if (holder !== null) return [`account ${holder.accountId}`];
  const network = `network ${readClientNetwork(request)}`;
  return accountOfSignee === null ? [network] : [network, `signees of ${accountOfSignee}`];
}
