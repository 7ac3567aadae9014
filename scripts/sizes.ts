/** `npm run sizes`: the size of every public embed file, and whether it is below its gate. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { embedFiles } from '../widgets/entries/files.ts';
import { builtOrExit, root } from './built.ts';

await builtOrExit();

const rows = embedFiles.map(({ file, gate }) => {
  const text = readFileSync(join(root, 'dist/embeds', file));
  const brotli = brotliCompressSync(text).length;
  return {
    file,
    raw: text.length,
    gzip: gzipSync(text, { level: 9 }).length,
    brotli,
    gate,
    ok: brotli <= gate,
  };
});

console.table(Object.fromEntries(rows.map(({ file, ...row }) => [file, row])));
if (rows.some(({ ok }) => !ok)) process.exitCode = 1;
