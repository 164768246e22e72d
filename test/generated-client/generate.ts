import openapiTS, { astToString } from 'openapi-typescript';

/** Returns the TypeScript types of an OpenAPI description. */
export async function generateTypes(description: string): Promise<string> {
  return astToString(await openapiTS(description));
}
