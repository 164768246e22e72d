import { anyDatabase, startService, type TestService } from '../start-service.ts';
import { registerTestClient, signInUserAgent, type TestClient, type UserAgent } from './user-agent.ts';

export interface OAuthService {
  readonly service: TestService;
  readonly baseUrl: string;
  /** The browser of the owner. */
  readonly agent: UserAgent;
  /** Confidential. */
  readonly client: TestClient;
  readonly publicClient: TestClient;
}

/** A service with a signed-in owner and a registered client of each kind. */
export async function startOAuthService(): Promise<OAuthService> {
  const service = await startService(anyDatabase, { REGISTRATIONS_PER_HOUR: '100000' });
  const { baseUrl } = service;
  return {
    service,
    baseUrl,
    agent: await signInUserAgent(baseUrl),
    client: await registerTestClient(baseUrl, { token_endpoint_auth_method: 'client_secret_basic' }),
    publicClient: await registerTestClient(baseUrl),
  };
}
