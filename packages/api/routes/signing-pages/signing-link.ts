import { SigningError, type Visitor } from '@countersign/signing';
import { z } from 'zod';
import { readFramedVisitor, readVisitor } from '../../request/session-cookie.ts';
import type { RouteInput, Scope } from '../../route.ts';

export const linkParams = z.object({ token: z.string() });

export const admitLink = ({
  deps,
  params,
}: Pick<RouteInput<unknown, unknown, unknown, Scope>, 'deps' | 'params'>) =>
  deps.signing.signingPages.requireLink(linkParams.parse(params).token);

export function visitorOf({
  deps,
  params,
  request,
  reply,
}: Pick<
  RouteInput<{ readonly token: string }, unknown, unknown, Scope>,
  'deps' | 'params' | 'request' | 'reply'
>): Visitor {
  const { baseUrl, embeddingOrigins } = deps.settings;
  const framed = embeddingOrigins.length > 0 ? readFramedVisitor(request, reply) : undefined;
  return framed ?? readVisitor(request, reply, { baseUrl, token: params.token });
}

/** Both kinds of tokens share one path. Throws `link_not_found`. */
export async function orPublicLink<Own, Public>(
  ofSigningLink: () => Promise<Own>,
  ofPublicLink: () => Promise<Public>,
): Promise<Own | Public> {
  try {
    return await ofSigningLink();
  } catch (error) {
    if (error instanceof SigningError && error.code === 'link_not_found') return ofPublicLink();
    throw error;
  }
}
