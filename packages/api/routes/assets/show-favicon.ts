import { defineRoute } from '../../route.ts';
import { sendAsset } from './get-asset.ts';

/** Browsers request it for what names no icon of its own, such as a PDF in a tab. */
export const showFavicon = defineRoute({
  method: 'GET',
  path: '/favicon.ico',
  source: 'ours',
  scope: 'public',
  summary: 'The icon of the pages',
  status: 200,
  hidden: true,
  unlimited: true,
  schemas: {},
  errors: ['route_not_found'],
  handler: ({ deps, request, reply }) => sendAsset(deps.assets.get('favicon.ico'), request, reply),
});
