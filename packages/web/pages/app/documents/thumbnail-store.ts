/** Pictures of first pages on this device, so that a list need not draw them again. */

const PREFIX = 'countersign-thumbnails';
/** Some 6 KB each. */
const MAX_PICTURES = 200;

/** Each user of each account has a store of their own. */
export interface ThumbnailOwner {
  readonly userId: string;
  readonly accountId: string;
}

const nameOf = ({ userId, accountId }: ThumbnailOwner) => `${PREFIX}/${accountId}/${userId}`;
/** No server has these addresses; the cache wants one for each entry. */
const addressOf = (key: string) => `/thumbnails/${encodeURIComponent(key)}`;

/** Browsers keep nothing over plain http. */
function openCaches(): CacheStorage | null {
  return typeof caches === 'undefined' ? null : caches;
}

export async function findThumbnail(owner: ThumbnailOwner, key: string): Promise<Blob | null> {
  try {
    const cache = await openCaches()?.open(nameOf(owner));
    return (await (await cache?.match(addressOf(key)))?.blob()) ?? null;
  } catch {
    return null;
  }
}

/** A key names a document and its version: an earlier version of it goes, and the oldest beyond the limit. */
export async function keepThumbnail(owner: ThumbnailOwner, key: string, picture: Blob): Promise<void> {
  try {
    const cache = await openCaches()?.open(nameOf(owner));
    if (cache === undefined) return;
    const document = addressOf(`${key.split(' ')[0]} `);
    const kept = await cache.keys();
    const earlier = kept.filter(({ url }) => new URL(url).pathname.startsWith(document));
    await Promise.all(earlier.map((one) => cache.delete(one)));
    await cache.put(addressOf(key), new Response(picture));
    const tooMany = (await cache.keys()).slice(0, -MAX_PICTURES);
    await Promise.all(tooMany.map((one) => cache.delete(one)));
  } catch {
    // A full disk or private window keeps nothing, and the picture is drawn again.
  }
}

/** Removes all pictures but those of `owner`: nobody else on this device may see them. */
export async function forgetThumbnails(owner: ThumbnailOwner | null): Promise<void> {
  try {
    const kept = owner === null ? '' : nameOf(owner);
    const names = (await openCaches()?.keys()) ?? [];
    const others = names.filter((name) => name.startsWith(`${PREFIX}/`) && name !== kept);
    await Promise.all(others.map((name) => caches.delete(name)));
  } catch {
    // Without storage there is nothing to forget.
  }
}
