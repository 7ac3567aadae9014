/** Messages for a project's owner when there is no picture: what is wrong, and what to do. */
import type { FetchWhy } from '../http/outgoing/fetch-guarded.ts';
import type { PictureWhy } from './format.ts';

export type ImageWhy = FetchWhy | PictureWhy;

const sentences: Record<ImageWhy, { wrong: string; todo: string }> = {
  address: {
    wrong: 'The address of the image, or one that it leads to, cannot be requested.',
    todo: 'Name an http or https address without a port, user or password.',
  },
  private: {
    wrong: 'The address of the image, or one that it leads to, is not on the public internet.',
    todo: 'Put the image where everybody can open it, and name that address.',
  },
  unreachable: {
    wrong: 'The server of the image could not be reached, or interrupted the reply.',
    todo: 'Open the address in a browser; if it works there, try again.',
  },
  slow: {
    wrong: 'The server of the image did not send it within ten seconds.',
    todo: 'Name a smaller image or a faster server, or try again.',
  },
  missing: {
    wrong: 'The server says that the image is not there, or not for everybody.',
    todo: 'Open the address in a private window of your browser, and name one that shows the image.',
  },
  failing: {
    wrong: 'The server of the image answered with a fault of its own.',
    todo: 'Try again when the address works in a browser.',
  },
  redirects: {
    wrong: 'The address leads on to others more than three times.',
    todo: 'Name the address where the image is in the end.',
  },
  large: { wrong: 'The image has more than 10 MB.', todo: 'Save it smaller, and name its new address.' },
  encoded: {
    wrong: 'The server sends the image compressed (Content-Encoding), although the request did not allow it.',
    todo: 'Have it send images without Content-Encoding.',
  },
  kind: {
    wrong: 'What is at the address is not a PNG, JPEG, WebP, GIF or AVIF image.',
    todo: 'Name the image itself rather than a page that shows it; save an SVG as PNG.',
  },
  broken: {
    wrong: 'The image cannot be read, or not to its end.',
    todo: 'Save it again as PNG or JPEG, and put it up again.',
  },
  pixels: {
    wrong: 'The image has more than 40 million pixels.',
    todo: 'Save it with at most 5000 pixels on a side.',
  },
  heavy: {
    wrong: 'The image takes too much memory or time to decode.',
    todo: 'Save it again as JPEG or PNG with at most 2000 pixels on a side.',
  },
  small: {
    wrong: 'The image has fewer than 48 pixels on a side.',
    todo: 'Name a larger one; 1280 pixels are shown at most.',
  },
};

/** Why an uploaded file is no picture; the text follows the label of its field. */
const uploaded: Record<PictureWhy | 'large', string> = {
  large: 'has more than 10 MB; choose a smaller one',
  kind: 'is not a PNG, JPEG, WebP, GIF or AVIF image; save an SVG as PNG',
  broken: 'cannot be read to its end; save it again as PNG or JPEG',
  pixels: 'has more than 40 million pixels; save it with at most 5000 pixels on a side',
  heavy: 'takes too much memory or time to decode; save it as JPEG or PNG with at most 2000 pixels on a side',
  small: 'has fewer than 48 pixels on a side; choose a larger one',
};

export const uploadFault = (why: keyof typeof uploaded): string => uploaded[why];

/** The two sentences of a fault. A code of an earlier release gets a general message. */
export const imageFault = (why: string): { wrong: string; todo: string } =>
  sentences[why as ImageWhy] ?? sentences.broken;
