/** A foreign image server on loopback, with valid and hostile images of every kind; it counts the requests for each. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { greyPng } from '../../hostile/image-bombs.ts';

type Answer = Buffer | ((response: ServerResponse) => void);

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2a7' } });

/** Text that must never be in a picture that we show. */
export const secretOfCamera = 'Jane Q. Photographer';

const pictures = async (): Promise<Record<string, Answer>> => {
  const jpeg = await plain(1600, 900).jpeg().toBuffer();
  const noise = await sharp({
    create: {
      width: 1500,
      height: 1000,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();
  const frames = sharp(Buffer.alloc(100 * 300 * 3, 90), {
    raw: { width: 100, height: 300, channels: 3, pageHeight: 100 },
  });
  const camera = plain(800, 600)
    .withExif({
      IFD0: { Artist: secretOfCamera },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    })
    .withMetadata({ orientation: 6 });
  const page = Buffer.from('<!doctype html><script>alert(1)</script>');
  const svg = Buffer.from(
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><script>alert(1)</script></svg>',
  );
  return {
    'logo.png': await plain(600, 300).png().toBuffer(),
    'other.png': await plain(300, 600).png().toBuffer(),
    'photo.jpg': jpeg,
    'photo.webp': await plain(700, 700).webp().toBuffer(),
    'photo.avif': await plain(640, 480).avif().toBuffer(),
    'photo.gif': await plain(640, 480).gif().toBuffer(),
    'animated.gif': await frames.gif({ delay: [100, 100, 100], loop: 0 }).toBuffer(),
    'cmyk.jpg': await plain(800, 600).toColourspace('cmyk').jpeg().toBuffer(),
    'clear.png': await sharp({
      create: { width: 400, height: 400, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer(),
    'camera.jpg': await camera.jpeg().toBuffer(),
    'camera.png': await camera.png().toBuffer(),
    'camera.webp': await camera.webp().toBuffer(),
    'camera.avif': await camera.avif().toBuffer(),
    'noise.png': noise,
    'drawing.svg': svg,
    'drawing.png': svg,
    'page.png': page,
    'page.jpg': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), page]),
    'scan.tiff': await plain(300, 300).tiff().toBuffer(),
    'empty.png': Buffer.alloc(0),
    'dot.png': await plain(1, 1).png().toBuffer(),
    'bomb.png': greyPng(30_000, 30_000, Buffer.alloc(1000)),
    'bomb-within.png': greyPng(6000, 6000, Buffer.alloc(1000)),
    'cut.jpg': jpeg.subarray(0, jpeg.length / 2),
    'cut.png': noise.subarray(0, noise.length / 2),
  };
};

const to = (location: string) => (response: ServerResponse) =>
  void response.writeHead(302, { location }).end('moved');
const status = (code: number) => (response: ServerResponse) => void response.writeHead(code).end();

/** Sends endlessly: a part after each pause, or as fast as the client can read. */
const endless = (part: Buffer, pause?: number) => (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'image/png' });
  if (pause === undefined) {
    const more = () => {
      while (!response.destroyed && response.write(part));
    };
    response.on('drain', more);
    more();
  } else {
    const timer = setInterval(() => response.write(part), pause);
    response.on('close', () => clearInterval(timer));
  }
};

export const startImageServer = async () => {
  const asked: string[] = [];
  const headers: NodeJS.Dict<string | string[]>[] = [];
  const given = await pictures();
  const logo = given['logo.png'] as Buffer;
  const answers: Record<string, Answer> = {
    ...given,
    'moved.png': to('/moved-2.png'),
    'moved-2.png': to('moved-3.png'),
    'moved-3.png': to('/logo.png'),
    'moved-far.png': to('/moved.png'),
    'loop.png': to('/loop.png'),
    'to-private.png': to('http://127.0.0.1/logo.png'),
    'to-link-local.png': to('http://169.254.169.254/latest/meta-data/'),
    'to-mapped.png': to('http://[::ffff:10.0.0.1]/logo.png'),
    'to-file.png': to('file:///etc/passwd'),
    'to-port.png': to('http://images.example:22/logo.png'),
    'missing.png': status(404),
    'private.png': status(403),
    'failing.png': status(500),
    'many.png': status(429),
    'silent.png': () => undefined,
    'drip.png': endless(Buffer.from('x'), 1000),
    'endless.png': endless(Buffer.alloc(65_536)),
    'large.png': (response) => void response.writeHead(200, { 'content-length': 10_485_761 }).flushHeaders(),
    'packed.png': (response) =>
      void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(logo)),
    'breaking-off.png': (response) => {
      response.writeHead(200, { 'content-length': logo.length }).write(logo.subarray(0, 20));
      setTimeout(() => response.destroy(), 50);
    },
  };
  const server = createServer((request, response) => {
    const name = request.url?.slice(1).replace(/\?.*/, '') ?? '';
    asked.push(request.url?.slice(1) ?? '');
    headers.push(request.headers);
    const answer = answers[name] ?? status(404);
    // All images are called PNG: the Content-Type must not matter.
    if (Buffer.isBuffer(answer)) response.writeHead(200, { 'content-type': 'image/png' }).end(answer);
    else answer(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    /** The value for FETCH_FROM. */
    host,
    url: (name: string) => `http://${host}/${name}`,
    asked,
    headers,
    /** Replaces the image at an address. */
    put: (name: string, other: string) => (answers[name] = answers[other] ?? status(404)),
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
