/**
 * Pictures that people upload. They are decoded like fetched ones, and get an address of ours, which then is the
 * project's image like any other address: drafts, versions and exports need not know where it came from.
 */
import { Refusal } from '../http/refusal.ts';
import { maxFileBytes } from '../http/bodies/uploads.ts';
import { FairQueue } from '../limits/fair-queue.ts';
import { networksOf } from '../limits/network.ts';
import type { StoredBytes } from '../limits/stored-bytes.ts';
import type { Decoder } from './decode-apart.ts';
import { uploadFault } from './faults.ts';
import type { ImageStore } from './store.ts';
import type { Holding, UploadStore } from './upload-store.ts';

/** Uploads that are decoded, which is one at a time, or wait for it; one address may have two of them. */
const maxWaiting = 16;

type Deps = {
  images: Pick<ImageStore, 'keep'>;
  uploads: UploadStore;
  decoder: Decoder;
  pictureAt: (url: string) => string | undefined;
  /** Counts an upload for its network, or returns why it is refused. */
  count: (ip: string, now: number) => Promise<string | undefined>;
  storing: Pick<StoredBytes, 'mayStore'>;
  baseUrl: string;
};

/** `fault` follows the label of the field. */
type Uploaded = { image: string } | { fault: string };
type Visited = { ip: string; now: number };
export type Upload = (bytes: Buffer, to: Holding, visit: Visited) => Promise<Uploaded>;

const shape = /^\/images\/([0-9a-f]{32})\.webp$/;

/** Returns the picture that an address of ours leads to. */
export const pictureAtIn =
  (baseUrl: string) =>
  (url: string): string | undefined =>
    url.startsWith(baseUrl) ? shape.exec(url.slice(baseUrl.length))?.[1] : undefined;

export function pictureUpload({ images, uploads, decoder, count, storing, baseUrl }: Deps): Upload {
  const queue = new FairQueue({ workers: 1, places: maxWaiting, what: 'pictures' });

  const take = async (bytes: Buffer, to: Holding, { ip, now }: Visited): Promise<Uploaded> => {
    const refused = await count(ip, now);
    if (refused !== undefined) return { fault: refused };
    const picture = await decoder.decode(bytes);
    if (typeof picture === 'string') return { fault: uploadFault(picture) };
    const bytesOfBoth = picture.large.length + picture.small.length;
    if (!storing.mayStore('pictures', ip, bytesOfBoth, now))
      return { fault: 'cannot be taken: too many were sent from here; try again in an hour' };
    // Held first: the retention rule deletes a picture that nothing holds.
    await uploads.hold(to, picture.name, now);
    await images.keep(picture, now);
    return { image: `${baseUrl}/images/${picture.name}.webp` };
  };

  return async (bytes, to, visit) => {
    if (bytes.length > maxFileBytes) return { fault: uploadFault('large') };
    try {
      return await queue.run(networksOf(visit.ip), () => take(bytes, to, visit));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { fault: 'cannot be taken just now; try again in a minute' };
    }
  };
}
