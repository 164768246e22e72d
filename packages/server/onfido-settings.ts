import type { OnfidoOptions } from '@countersign/adapters/onfido';
import { z } from 'zod';
import { providerApi } from './provider-url.ts';
import { requireSetting } from './required-setting.ts';

export const ONFIDO_SETTINGS = {
  ONFIDO_API: providerApi.optional(),
  ONFIDO_TOKEN: z.string().optional(),
  ONFIDO_WEBHOOK_TOKEN: z.string().optional(),
  ONFIDO_WORKFLOW_ID: z.string().optional(),
  ONFIDO_SCAN_WORKFLOW_ID: z.string().optional(),
};

type Settings = z.output<z.ZodObject<typeof ONFIDO_SETTINGS>>;

/** Undefined if it does no checks. Throws `setting_invalid`. */
export function readOnfidoSettings(settings: Settings, usedBy: readonly string[]): OnfidoOptions | undefined {
  const [setting] = usedBy;
  if (setting === undefined) return undefined;
  return {
    token: requireOnfido(settings, 'ONFIDO_TOKEN', setting),
    webhookToken: requireOnfido(settings, 'ONFIDO_WEBHOOK_TOKEN', setting),
    api: settings.ONFIDO_API,
  };
}

/** `setting` has the value `onfido`. */
export function requireOnfido(settings: Settings, name: keyof Settings, setting: string): string {
  return requireSetting(settings, name, `if ${setting} is onfido`);
}
