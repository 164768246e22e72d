import { createReadStream } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { matchesEntityTag } from '../../answer/entity-tag.ts';
import { SCRIPT_POLICY } from '../../answer/security-headers.ts';
import { CODINGS, type Coding, chooseCoding } from '../../assets/choose-coding.ts';
import type { Asset } from '../../assets/find-assets.ts';
import { ApiError } from '../../errors/api-error.ts';
import { defineRoute } from '../../route.ts';

const SECONDS_FOR_EVER = 31_536_000;
const SECONDS_FOR_A_WHILE = 300;

export const getAsset = defineRoute({
  method: 'GET',
  path: '/assets/*',
  source: 'ours',
  scope: 'public',
  summary: 'Scripts, styles and fonts of the pages',
  status: 200,
  hidden: true,
  head: true,
  unlimited: true,
  schemas: { params: z.object({ '*': z.string() }) },
  errors: ['route_not_found'],
  handler: ({ deps, params, request, reply }) => sendAsset(deps.assets.get(params['*']), request, reply),
});

export async function sendAsset(asset: Asset | undefined, request: FastifyRequest, reply: FastifyReply) {
  if (asset === undefined) throw new ApiError('route_not_found');
  const coding = chooseCoding(request.headers['accept-encoding'], codingsOf(asset));
  const validators = describeCaching(asset, coding);
  if (matchesEntityTag(request.headers['if-none-match'], validators.etag))
    return reply.code(304).headers(validators).send();
  const file = (coding === undefined ? undefined : asset.coded[coding]) ?? asset.plain;
  reply.headers({ ...validators, 'content-type': asset.contentType, 'content-length': file.size });
  if (asset.contentType.startsWith('text/javascript')) reply.header('content-security-policy', SCRIPT_POLICY);
  if (coding !== undefined) reply.header('content-encoding', coding);
  return request.method === 'HEAD' ? reply.send() : reply.send(createReadStream(file.path));
}

function codingsOf({ coded }: Asset): readonly Coding[] {
  return CODINGS.filter((coding) => coded[coding] !== undefined);
}

/** RFC 9110 8.8.3: codings have different entity tags. */
function describeCaching(asset: Asset, coding: Coding | undefined) {
  const maxAge = asset.immutable ? `${SECONDS_FOR_EVER}, immutable` : `${SECONDS_FOR_A_WHILE}`;
  return {
    etag: coding === undefined ? `"${asset.tag}"` : `"${asset.tag}-${coding}"`,
    'cache-control': `public, max-age=${maxAge}`,
    ...(codingsOf(asset).length === 0 ? {} : { vary: 'Accept-Encoding' }),
  };
}
