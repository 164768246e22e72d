/** Rejects only after both have ended: then nothing uses their files. The first's error goes before. */
export async function settleBoth<A, B>(first: Promise<A>, second: Promise<B>): Promise<readonly [A, B]> {
  await Promise.allSettled([first, second]);
  return [await first, await second];
}
