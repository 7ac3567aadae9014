/** The picture of the badge, plain and with the credential in it (Open Badges 3.0, 5.3: "baking"). */
import { crc32 } from 'node:zlib';
import mark from '../../src/ui/drawings/mark.svg?raw';

const size = 400;

/** The service's mark on a disc; `more` comes first. */
const drawing = (
  more = '',
) => `<svg xmlns="http://www.w3.org/2000/svg" xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0" width="${size}" height="${size}" viewBox="-8 -8 48 48">
${more}<circle cx="16" cy="16" r="23" fill="#fafbf8" stroke="#0b5d4b" stroke-width="1.6"/>
${mark.replace('<svg ', '<svg width="32" height="32" overflow="visible" ')}</svg>
`;

export const plainSvg = (): string => drawing();

let png: Promise<Buffer> | undefined;
export const plainPng = (): Promise<Buffer> =>
  (png ??= (async () => {
    const { default: sharp } = await import('sharp');
    return sharp(Buffer.from(drawing())).png({ palette: true }).toBuffer();
  })());

/** The end of a CDATA section, which a name may contain, is written as JSON's escape. */
export const bakedSvg = (credential: string): string =>
  drawing(
    `<openbadges:credential><![CDATA[${credential.replaceAll(']]>', ']]\\u003e')}]]></openbadges:credential>\n`,
  );

/** The credential is the PNG's first chunk after its header. */
export async function bakedPng(credential: string): Promise<Buffer> {
  const picture = await plainPng();
  const afterHeader = 8 + 25;
  const text = Buffer.from(`iTXtopenbadgecredential\0\0\0\0\0${credential}`);
  const chunk = Buffer.alloc(text.length + 8);
  chunk.writeUInt32BE(text.length - 4, 0);
  text.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(text), text.length + 4);
  return Buffer.concat([picture.subarray(0, afterHeader), chunk, picture.subarray(afterHeader)]);
}
