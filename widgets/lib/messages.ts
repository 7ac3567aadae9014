/** The words. en.json is the type of all messages: a key that is not in it is a compile error. */
import en from '../../src/messages/en.json';
import { serviceName } from './placeholders.ts';

export type MessageKey = keyof typeof en;
export type Values = Record<string, string | number | undefined>;

/** The language of the words below, for `lang` on the embed. */
export const language = 'en';

const rightToLeft = /[\u0590-\u08ff]/;

/** The message with its {placeholders} filled. A right-to-left value is isolated, or it would turn the sentence. */
export const say = (key: MessageKey, values: Values = {}) =>
  en[key].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(name === 'service' ? serviceName : values[name]);
    return rightToLeft.test(value) ? `\u2068${value}\u2069` : value;
  });

export const isMessage = (key: string): key is MessageKey => key in en;
