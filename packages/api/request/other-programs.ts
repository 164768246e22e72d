import { IdentityError } from '@countersign/identity';
import type { FastifyRequest } from 'fastify';

/**
 * A program that a user gave access to may not see or end what others have, nor make what outlives its consent, such as
 * users or the name that signees see. Throws `api_key_required`.
 */
export function refuseOtherPrograms({ holder }: FastifyRequest): void {
  if (holder !== null && 'grantId' in holder && holder.grantId !== null)
    throw new IdentityError('api_key_required');
}
