import { z } from 'zod';
import { onOff } from './on-off.ts';
import { type ONFIDO_SETTINGS, requireOnfido } from './onfido-settings.ts';

export type IdScanSettings = {
  /** After sealing. */
  readonly keepsImages: boolean;
} & ({ readonly provider: 'built-in' } | { readonly provider: 'onfido'; readonly workflowId: string });

export const ID_SCAN_SETTINGS = {
  ID_SCAN: z.enum(['off', 'built-in', 'onfido']).default('off'),
  KEEP_SCAN_IMAGES: onOff.default(false),
};

type Settings = z.output<z.ZodObject<typeof ID_SCAN_SETTINGS & typeof ONFIDO_SETTINGS>>;

/** Throws `setting_invalid`. */
export function readIdScanSettings(settings: Settings): IdScanSettings | undefined {
  const { ID_SCAN: provider, KEEP_SCAN_IMAGES: keepsImages } = settings;
  if (provider === 'off') return undefined;
  if (provider === 'built-in') return { provider, keepsImages };
  const workflowId = requireOnfido(settings, 'ONFIDO_SCAN_WORKFLOW_ID', 'ID_SCAN');
  return { provider, keepsImages, workflowId };
}
