import { accessSync, constants } from 'node:fs';
import { z } from 'zod';

export const readableFile = z.string().refine(isReadable, { error: 'the file cannot be read' }).optional();

export function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
