import { StartError } from './errors.ts';

/** Throws `setting_invalid` without it. `reason`: `with NAME`, or `if NAME is value`. */
export function requireSetting<Name extends string>(
  settings: Readonly<Partial<Record<Name, string | undefined>>>,
  name: Name,
  reason: string,
): string {
  const value = settings[name];
  if (value === undefined) throw new StartError('setting_invalid', `${name}: required ${reason}`);
  return value;
}
