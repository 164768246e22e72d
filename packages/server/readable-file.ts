import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';

/** Absolute. */
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
