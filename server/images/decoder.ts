/**
 * The child process that decodes one image: reads the file from stdin, writes the picture to stdout, and ends.
 * decode-apart.ts starts it, with an empty environment and limits of the system.
 */
import { readPicture } from './picture.ts';
import { frame, ready } from './decoder-messages.ts';
import { maxMemoryMegabytes } from './decoder-limits.ts';

// For systems without such limits. Decoding runs in threads of its own, so this thread is free to check.
setInterval(() => {
  if (process.memoryUsage.rss() > maxMemoryMegabytes * 2 ** 20) process.kill(process.pid, 'SIGKILL');
}, 20).unref();

process.stdout.write(ready);
const parts: Buffer[] = [];
for await (const part of process.stdin as AsyncIterable<Buffer>) parts.push(part);
process.stdout.write(frame(await readPicture(Buffer.concat(parts))));
