import { createReadStream } from 'node:fs';
import { SigningError } from '@countersign/signing';
import { z } from 'zod';
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
  unlimited: true,
  schemas: { params: z.object({ '*': z.string() }) },
  errors: ['route_not_found'],
  async handler({ deps, params, reply }) {
    const asset = deps.assets.get(params['*']);
    if (asset === undefined) throw new SigningError('route_not_found');
    const maxAge = asset.immutable ? `${SECONDS_FOR_EVER}, immutable` : `${SECONDS_FOR_A_WHILE}`;
    return reply
      .header('content-type', asset.contentType)
      .header('cache-control', `public, max-age=${maxAge}`)
      .send(createReadStream(asset.path));
  },
});
