import type { z } from 'zod';
import type { accountEvent } from './routes/account/list-account-events.ts';
import type { account, apiKey, user } from './schemas/account.ts';
import type { grant, registeredClient } from './schemas/oauth.ts';
import type { passkey } from './schemas/passkey.ts';
import type { listedSession } from './schemas/session.ts';
import type { deliveryBody, webhookBody, webhookWithSecret } from './schemas/webhook.ts';

/** JSON of the API, for the pages. */
export type AccountBody = z.output<typeof account>;
export type UserBody = z.output<typeof user>;
export type AccountEventBody = z.output<typeof accountEvent>;
export type PasskeyBody = z.output<typeof passkey>;
export type ListedSessionBody = z.output<typeof listedSession>;
export type ApiKeyBody = z.output<typeof apiKey>;
export type GrantBody = z.output<typeof grant>;
export type OAuthClientBody = z.output<typeof registeredClient>;
export type WebhookBody = z.output<typeof webhookBody>;
export type WebhookWithSecretBody = z.output<typeof webhookWithSecret>;
export type DeliveryBody = z.output<typeof deliveryBody>;
