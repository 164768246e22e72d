import { CORE, MAX_COUNT, USER_SCHEMA } from './scim.ts';

const AUTHENTICATION = {
  type: 'oauthbearertoken',
  name: 'Bearer token',
  description: 'The token of the settings of single sign-on.',
  primary: true,
};

/** RFC 7643 5. */
export function describeProvider(baseUrl: string) {
  const no = { supported: false };
  return {
    schemas: [`${CORE}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MAX_COUNT },
    changePassword: no,
    sort: no,
    etag: no,
    authenticationSchemes: [AUTHENTICATION],
    meta: {
      resourceType: 'ServiceProviderConfig',
      location: `${baseUrl}/scim/v2/ServiceProviderConfig`,
    },
  };
}

/** RFC 7643 6. */
export function describeUserType(baseUrl: string) {
  return {
    schemas: [`${CORE}:ResourceType`],
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    schema: USER_SCHEMA,
    meta: { resourceType: 'ResourceType', location: `${baseUrl}/scim/v2/ResourceTypes/User` },
  };
}

const TEXT = {
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
};

/** RFC 7643 7: the attributes that are kept. */
export function describeUserSchema(baseUrl: string) {
  const part = (partName: string) => ({ ...TEXT, name: partName });
  return {
    schemas: [`${CORE}:Schema`],
    id: USER_SCHEMA,
    name: 'User',
    attributes: [
      { ...TEXT, name: 'userName', required: true, uniqueness: 'server' },
      { ...TEXT, name: 'externalId', caseExact: true },
      {
        ...TEXT,
        name: 'name',
        type: 'complex',
        subAttributes: ['formatted', 'givenName', 'familyName'].map(part),
      },
      { ...TEXT, name: 'displayName' },
      { ...TEXT, name: 'active', type: 'boolean' },
      {
        ...TEXT,
        name: 'emails',
        type: 'complex',
        multiValued: true,
        mutability: 'readOnly',
        subAttributes: ['value', 'type'].map(part),
      },
      {
        ...TEXT,
        name: 'roles',
        type: 'complex',
        multiValued: true,
        mutability: 'readOnly',
        subAttributes: [part('value')],
      },
    ],
    meta: { resourceType: 'Schema', location: `${baseUrl}/scim/v2/Schemas/${USER_SCHEMA}` },
  };
}
