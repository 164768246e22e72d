import type { SignOnConnection } from '@countersign/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RouteDeps } from '../deps.ts';
import { ApiError } from '../errors/error-table.ts';
import { readBearer } from '../request/client.ts';
import { defineRoute } from '../route.ts';
import { CLIENT_BODY_LIMIT } from '../schemas/parts.ts';
import {
  applyOperations,
  presentList,
  presentScimUser,
  readDirectoryQuery,
  readUser,
  SCIM_TYPE,
  scimPatchBody,
  scimQuery,
  scimUserBody,
  USER_SCHEMA,
} from '../schemas/scim.ts';
import { describeProvider, describeUserSchema, describeUserType } from '../schemas/scim-description.ts';

/**
 * SCIM 2.0 (RFC 7643, RFC 7644): the directory of a customer tells who the users of the account are. Its token is of
 * the single sign-on of the account, and is not one of this API.
 */
const FACTS = {
  source: 'ours',
  scope: 'public',
  hidden: true,
  errorShape: 'scim',
  bodyLimit: CLIENT_BODY_LIMIT,
  errors: [],
} as const;

interface DirectoryRequest {
  readonly deps: RouteDeps;
  readonly request: FastifyRequest;
}

/** Throws `token_missing`, `token_invalid`. */
function findDirectory({ deps, request }: DirectoryRequest): Promise<SignOnConnection> {
  const token = readBearer(request);
  if (token === null) throw new ApiError('token_missing');
  return deps.identity.directory.authenticate(token);
}

function sendScim(reply: FastifyReply, resource: object): FastifyReply {
  return reply.type(`${SCIM_TYPE}; charset=utf-8`).send(JSON.stringify(resource));
}

const userParams = z.object({ userId: z.string().max(100) });

const showScimConfig = defineRoute({
  ...FACTS,
  method: 'GET',
  path: '/scim/v2/ServiceProviderConfig',
  summary: 'What this service supports of SCIM',
  status: 200,
  schemas: {},
  async handler({ deps, request, reply }) {
    await findDirectory({ deps, request });
    return sendScim(reply, describeProvider(deps.settings.baseUrl));
  },
});

const listScimTypes = defineRoute({
  ...FACTS,
  method: 'GET',
  path: '/scim/v2/ResourceTypes',
  summary: 'The resources of SCIM',
  status: 200,
  schemas: {},
  async handler({ deps, request, reply }) {
    await findDirectory({ deps, request });
    return sendScim(reply, presentList([describeUserType(deps.settings.baseUrl)]));
  },
});

const showScimType = defineRoute({
  ...FACTS,
  method: 'GET',
  path: '/scim/v2/ResourceTypes/User',
  summary: 'The resource of users',
  status: 200,
  schemas: {},
  async handler({ deps, request, reply }) {
    await findDirectory({ deps, request });
    return sendScim(reply, describeUserType(deps.settings.baseUrl));
  },
});

const listScimSchemas = defineRoute({
  ...FACTS,
  method: 'GET',
  path: '/scim/v2/Schemas',
  summary: 'The schemas of SCIM',
  status: 200,
  schemas: {},
  async handler({ deps, request, reply }) {
    await findDirectory({ deps, request });
    return sendScim(reply, presentList([describeUserSchema(deps.settings.baseUrl)]));
  },
});

const showScimSchema = defineRoute({
  ...FACTS,
  method: 'GET',
  path: '/scim/v2/Schemas/:schema',
  summary: 'The schema of users',
  status: 200,
  schemas: { params: z.object({ schema: z.string().max(200) }) },
  async handler({ deps, params, request, reply }) {
    await findDirectory({ deps, request });
    if (params.schema !== USER_SCHEMA) throw new ApiError('route_not_found');
    return sendScim(reply, describeUserSchema(deps.settings.baseUrl));
  },
});

const listScimUsers = defineRoute({
  ...FACTS,
  method: 'GET',
  path: '/scim/v2/Users',
  summary: 'List the users of the account',
  status: 200,
  schemas: { query: scimQuery },
  async handler({ deps, query, request, reply }) {
    const directory = await findDirectory({ deps, request });
    const wanted = readDirectoryQuery(query);
    const { users, total } = await deps.identity.directory.list(directory, wanted);
    const found = users.map((user) => presentScimUser(user, deps.settings.baseUrl));
    return sendScim(reply, presentList(found, wanted.offset, total));
  },
});

const createScimUser = defineRoute({
  ...FACTS,
  method: 'POST',
  path: '/scim/v2/Users',
  summary: 'Create a user',
  status: 201,
  schemas: { body: scimUserBody },
  async handler({ deps, body, request, reply }) {
    const directory = await findDirectory({ deps, request });
    const created = await deps.identity.directory.create(directory, readUser(body, true));
    const user = presentScimUser(created, deps.settings.baseUrl);
    return sendScim(reply.header('location', user.meta.location), user);
  },
});

const getScimUser = defineRoute({
  ...FACTS,
  method: 'GET',
  path: '/scim/v2/Users/:userId',
  summary: 'Read a user',
  status: 200,
  schemas: { params: userParams },
  async handler({ deps, params, request, reply }) {
    const user = await deps.identity.directory.get(await findDirectory({ deps, request }), params.userId);
    return sendScim(reply, presentScimUser(user, deps.settings.baseUrl));
  },
});

const replaceScimUser = defineRoute({
  ...FACTS,
  method: 'PUT',
  path: '/scim/v2/Users/:userId',
  summary: 'Replace a user',
  status: 200,
  schemas: { params: userParams, body: scimUserBody },
  async handler({ deps, params, body, request, reply }) {
    const directory = await findDirectory({ deps, request });
    const user = await deps.identity.directory.change(directory, params.userId, ({ isActive }) =>
      readUser(body, isActive),
    );
    return sendScim(reply, presentScimUser(user, deps.settings.baseUrl));
  },
});

const patchScimUser = defineRoute({
  ...FACTS,
  method: 'PATCH',
  path: '/scim/v2/Users/:userId',
  summary: 'Change a user',
  status: 200,
  schemas: { params: userParams, body: scimPatchBody },
  async handler({ deps, params, body, request, reply }) {
    const directory = await findDirectory({ deps, request });
    const change = (known: Parameters<typeof applyOperations>[0]) => applyOperations(known, body.Operations);
    const user = await deps.identity.directory.change(directory, params.userId, change);
    return sendScim(reply, presentScimUser(user, deps.settings.baseUrl));
  },
});

const removeScimUser = defineRoute({
  ...FACTS,
  method: 'DELETE',
  path: '/scim/v2/Users/:userId',
  summary: 'Deactivate a user, or withdraw an invitation',
  status: 204,
  schemas: { params: userParams },
  async handler({ deps, params, request, reply }) {
    await deps.identity.directory.remove(await findDirectory({ deps, request }), params.userId);
    return reply.send();
  },
});

export const scimRoutes = {
  showScimConfig,
  listScimTypes,
  showScimType,
  listScimSchemas,
  showScimSchema,
  listScimUsers,
  createScimUser,
  getScimUser,
  replaceScimUser,
  patchScimUser,
  removeScimUser,
};
