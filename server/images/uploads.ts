/**
 * Pictures that people upload. They are decoded like fetched ones, and get an address of ours, which then is the
 * project's image like any other address: drafts, versions and exports need not know where it came from.
 */
import { maxFileBytes } from '../http/uploads.ts';
import type { Decoder } from './decode-apart.ts';
import { uploadFault } from './faults.ts';
import type { ImageStore } from './store.ts';
import type { Holding, UploadStore } from './upload-store.ts';

/** Uploads that wait for the decoder, which takes one at a time. */
const maxWaiting = 10;

type Deps = {
  images: Pick<ImageStore, 'keep'>;
  uploads: UploadStore;
  decoder: Decoder;
  pictureAt: (url: string) => string | undefined;
  /** Counts an upload for its network, or returns why it is refused. */
  count: (ip: string, now: number) => Promise<string | undefined>;
  baseUrl: string;
};

/** `fault` follows the label of the field. */
export type Uploaded = { image: string } | { fault: string };
export type Upload = (bytes: Buffer, to: Holding, visit: { ip: string; now: number }) => Promise<Uploaded>;

const shape = /^\/images\/([0-9a-f]{32})\.webp$/;

/** Returns the picture that an address of ours leads to. */
export const pictureAtIn =
  (baseUrl: string) =>
  (url: string): string | undefined =>
    url.startsWith(baseUrl) ? shape.exec(url.slice(baseUrl.length))?.[1] : undefined;

export function pictureUpload({ images, uploads, decoder, count, baseUrl }: Deps): Upload {
  let waiting = 0;
  return async (bytes, to, { ip, now }) => {
    if (bytes.length > maxFileBytes) return { fault: uploadFault('large') };
    if (waiting >= maxWaiting) return { fault: 'cannot be taken just now; try again in a minute' };
    const refused = await count(ip, now);
    if (refused !== undefined) return { fault: refused };
    waiting++;
    try {
      const picture = await decoder.decode(bytes);
      if (typeof picture === 'string') return { fault: uploadFault(picture) };
      // Held first: the retention rule deletes a picture that nothing holds.
      await uploads.hold(to, picture.name, now);
      await images.keep(picture, now);
      return { image: `${baseUrl}/images/${picture.name}.webp` };
    } finally {
      waiting--;
    }
  };
}
