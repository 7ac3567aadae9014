/** The built embed files with this service's address and name in them, and their names by content. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { embedFiles, secondPart } from '../../widgets/entries/files.ts';

export type EmbedSettings = { dist: string; baseUrl: string; serviceName: string };

/** `twin`: the name that holds the content's hash. */
export type FilledEmbed = { file: string; content: string; short: string; twin: string; integrity: string };

export function filledEmbeds({ dist, baseUrl, serviceName }: EmbedSettings): FilledEmbed[] {
  /** Quotes and backslashes are kept out of all values: by the validation of settings, and by base64. */
  const fill = (file: string, second = ''): FilledEmbed => {
    const content = readFileSync(join(dist, 'embeds', file), 'utf8')
      .replaceAll('__BASE_URL__', baseUrl)
      .replaceAll('__SERVICE_NAME__', serviceName)
      .replaceAll('__SECOND_PART__', second);
    const short = createHash('sha256').update(content).digest('base64url').slice(0, 12);
    const integrity = `sha384-${createHash('sha384').update(content).digest('base64')}`;
    return { file, content, short, twin: file.replace(/\.js$/, `.${short}.js`), integrity };
  };
  // First, since the files of the message hold its digest.
  const second = fill(secondPart);
  return embedFiles.map(({ file }) =>
    file === secondPart ? second : fill(file, `${second.twin} ${second.integrity}`),
  );
}
