/** Addresses of pages and files, as people write them. */
import { fault, field } from './field.ts';
import { notes } from './notes.ts';
import { isOfTheWeb, longestWebAddress, webUrl } from './web-url.ts';

const addressExpected = `must be an address of at most ${longestWebAddress} characters`;

// A host with a dot, then an optional port and path: `www.example.org/birds`, `//example.org`. Never `javascript:…`.
const hostFirst = /^(?:\/\/)?(?:[^\s/:?#@\\.,;]+\.)+\p{L}[\p{L}\p{M}\p{N}-]*(?::\d{1,5})?(?:[/?#]|$)/u;

/** The address as it is read: with http:// before it if it has no scheme. */
const withScheme = (text: string) => (hostFirst.test(text) ? `http://${text.replace(/^\/\//, '')}` : text);

/** The note of a field with an address. */
export const schemeNote = (value: unknown) => {
  const text = typeof value === 'string' ? value.trim() : '';
  return withScheme(text) === text ? undefined : 'has no scheme and was read with http:// before it';
};

/** An http or https address; with any other scheme, a link could run script on our pages. */
export const httpUrl = (description: string) => {
  const schema = field(
    {
      longest: longestWebAddress,
      tooLong: addressExpected,
      read: (value) => {
        if (typeof value !== 'string') return fault(addressExpected);
        // URL.parse replaces half a surrogate pair by U+FFFD, and drops line ends and tabs.
        if (!value.isWellFormed()) return fault('contains a character that is not text');
        const text = value.trim();
        if (/\s/.test(text)) return fault('must not have white space inside; percent-encode it as %20');
        const url = webUrl(withScheme(text));
        if (!url || !isOfTheWeb(url) || url.username || url.password)
          return fault('must be an address that starts with http:// or https://');
        return url.href;
      },
    },
    description,
    // Not `format: uri`: a host or a path may have letters of any script.
    { type: 'string', title: 'address', pattern: '^https?://\\S+$', maxLength: longestWebAddress },
  );
  notes.add(schema, { note: schemeNote });
  return schema;
};
