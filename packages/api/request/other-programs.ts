import { IdentityError } from '@countersign/identity';
import type { FastifyRequest } from 'fastify';

/**
 * A program with a user's consent may not see or end what others have, nor make what outlives the consent,
 * such as users. Throws `api_key_required`.
 */
export function refuseOtherPrograms({ holder }: FastifyRequest): void {
  if (holder !== null && 'grantId' in holder && holder.grantId !== null)
    throw new IdentityError('api_key_required');
}
