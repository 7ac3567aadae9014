import { serviceName } from './placeholders.ts';

/** Tells the owner of the page what to do; the only thing that an embed ever writes to the console. */
export function consoleLine(text: string) {
  // eslint-disable-next-line no-console -- an owner has no other place to read what is wrong with a setting
  console.warn(`[${serviceName}] ${text}`);
}
