declare module 'fastify' {
  interface FastifyInstance {
    readonly resourceMetadataUrl: string;
  }
}

export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource';

/** RFC 9728 3.1: between the host and the path of the API. */
export function locateResourceMetadata(baseUrl: string): string {
  const { origin, pathname } = new URL(`${baseUrl}/v1`);
  return `${origin}${RESOURCE_METADATA_PATH}${pathname}`;
}
