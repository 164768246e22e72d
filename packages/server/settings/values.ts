import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';

/** This is EX_CONFIG of sysexits.h, which says that restarting does not help. */
export const EXIT_WRONG_SETTING = 78;

export type StartErrorCode =
  | 'setting_invalid'
  /** The operator chooses another PORT, or stops the other process. */
  | 'port_in_use'
  /** HOST is not an address of this machine, or PORT needs privileges. */
  | 'address_unusable'
  /** The folder cannot be written, or another process uses it. */
  | 'data_dir_unusable'
  /** DATABASE_URL names a database that cannot be used. */
  | 'database_unusable'
  /** S3_ENDPOINT, S3_BUCKET or the keys are wrong. */
  | 'storage_unusable'
  /** SEAL_P12, SEAL_KEY or SEAL_REMOTE_URLS names no usable key or certificate, or the signer is unreachable. */
  | 'seal_unusable'
  /** `vite build` failed. */
  | 'web_not_built';

/** `message` is one line for people; it names the setting and contains no secret. */
export class StartError extends Error {
  readonly code: StartErrorCode;

  constructor(code: StartErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StartError';
    this.code = code;
  }
}

export const onOff = z.enum(['true', 'false', '1', '0']).transform((word) => word === 'true' || word === '1');

/** The path becomes absolute. */
export const readableFile = z
  .string()
  .refine(isReadable, { error: 'the file cannot be read' })
  .transform((path) => resolve(path))
  .optional();

export function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** Throws `setting_invalid` if the setting is missing. `reason` is `with NAME` or `if NAME is value`. */
export function requireSetting<Name extends string>(
  settings: Readonly<Partial<Record<Name, string | undefined>>>,
  name: Name,
  reason: string,
): string {
  const value = settings[name];
  if (value === undefined) throw new StartError('setting_invalid', `${name}: required ${reason}`);
  return value;
}

export const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

/** Empty variables are unset. Throws `setting_invalid` for the first invalid one. */
export function parseSettings<Schema extends z.ZodType>(
  schema: Schema,
  env: Readonly<Record<string, string | undefined>>,
): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  if (!result.success) throw describeWrongSetting(result.error.issues[0]);
  return result.data;
}

/** Does not name the actual value, which may be secret. */
function describeWrongSetting(issue: z.core.$ZodIssue | undefined): StartError {
  return new StartError('setting_invalid', `${String(issue?.path[0])}: ${issue?.message}`);
}
