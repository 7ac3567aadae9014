/** The text of a fetched page. */
import type { FetchedPage } from './fetch-guarded.ts';

const declared = /charset\s*=\s*["']?([\w.:-]{1,40})/i;

/** Decodes a page as its server or the page itself says; as UTF-8 otherwise. */
export function pageText({ bytes, type }: Pick<FetchedPage, 'bytes' | 'type'>): string {
  const start = bytes.subarray(0, 1024).toString('latin1');
  const charset = declared.exec(type.slice(0, 300))?.[1] ?? declared.exec(start)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
