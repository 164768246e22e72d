import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ApiError } from './errors/error-table.ts';
import { SCRIPT_POLICY } from './send-page.ts';

const SCRIPT_FILE = /\.m?js(?:\.br|\.gz)?$/;

/** Prepares `sendAsset`. The build has compressed the files in `root`, which need not exist. */
export async function serveAssets(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    serve: false,
    suppressWarning: true,
    preCompressed: true,
    index: false,
    acceptRanges: false,
    lastModified: false,
    setHeaders: (reply, path) => {
      if (SCRIPT_FILE.test(path)) reply.header('content-security-policy', SCRIPT_POLICY);
    },
  });
}

/** Files below the root, without pages, which are rendered for each request, and without compressed files. */
const SERVED_ADDRESS = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.(?!(?:html|br|gz)$)\w+$/;

/** Names by vite (`signing-page-B3xk29aQ.js`), and the folder of a version of pdf.js. */
const IMMUTABLE_ADDRESS = /-[A-Za-z0-9_-]{8}\.[a-z0-9]+$|^pdfjs-[\d.]+\//;

/** Sends the file at an address below the root. Throws `route_not_found`. */
export function sendAsset(address: string, reply: FastifyReply): FastifyReply {
  if (!SERVED_ADDRESS.test(address)) throw new ApiError('route_not_found');
  return reply.sendFile(
    address,
    IMMUTABLE_ADDRESS.test(address) ? { maxAge: '365d', immutable: true } : { maxAge: '5m' },
  );
}
