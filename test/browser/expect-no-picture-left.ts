import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '../service/journey-steps.ts';
import type { TestService } from '../service/start-service.ts';

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/** Waits until no file in the folder of a service is a picture. */
export async function expectNoPictureLeft({ env }: TestService): Promise<void> {
  await waitFor('the removal of pictures', async () =>
    listPictures(env.DATA_DIR).length === 0 ? true : null,
  );
}

function listPictures(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('database'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path).subarray(0, 3).equals(JPEG));
}
