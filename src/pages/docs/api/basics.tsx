import type { ApiShown } from '../../../contract/pages/api-docs.ts';
import { DocLink } from '../../../ui/doc-link.tsx';

type Props = ApiShown<'basics'> & { baseUrl: string };

/** The page on everything that all operations have in common. */
export function ApiBasics({ baseUrl, slug, openFinder, limits }: Props) {
  return (
    <>
      <dl class="basics">
        <dt>Address</dt>
        <dd>
          All paths are relative to <code>{baseUrl}</code>, and work with and without a slash at the end. No
          API request is answered with a redirect.
        </dd>
        <dt>Key</dt>
        <dd>
          An API key belongs to a person, who <a href="/api/key">makes it</a> after signing in:{' '}
          <code>mh_</code> and 38 letters and digits. Send it in the header{' '}
          <code>Authorization: Bearer mh_…</code>, which keeps it out of addresses, or as the parameter{' '}
          <code>key</code> in the address or in the body. A body that contains the key may have at most
          212,992 bytes, because the service must read it to find the key. Keep the key on your server; a key
          for use in pages should have the scope <code>finder</code> only. A key in an address ends up in the
          logs of proxies. Our logs have no addresses, and replies to requests with a key say{' '}
          <code>Referrer-Policy: no-referrer</code> and <code>Cache-Control: no-store</code>. A revoked key
          stops working within a second.
          {openFinder && ' Here the finder answers without a key, too.'}
        </dd>
        <dt>Requests</dt>
        <dd>
          Bodies may be forms (urlencoded or multipart) or JSON; the service recognises them by their content,
          whatever their content type says. Addresses and bodies are in UTF-8, and invalid bytes are refused;
          a body whose <code>charset</code>, or whose field <code>_charset_</code>, says ISO-8859-1 or
          Windows-1252 is read as such. In an address and in an urlencoded body write <code>+</code> as{' '}
          <code>%2B</code>, because <code>+</code> means a space there. An empty field counts as absent,
          except <code>q=</code>. Unknown fields are ignored, and the reply names them in{' '}
          <code>warnings</code>. Booleans may be true and false, 1 and 0, yes and no. In JSON a number may
          also be text, a list may be one text joined by commas, and null counts as absent.
        </dd>
        <dt>Names</dt>
        <dd>
          In names of topics, activities, regions, audiences and statuses, case, white space and{' '}
          <code>&amp;</code> for <code>and</code> make no difference. A link without a scheme is read with{' '}
          <code>http://</code> before it, with a warning.
        </dd>
        <dt>Times</dt>
        <dd>
          <code>yyyy-mm-ddThh:mm:ss</code>, with <code>Z</code>, <code>+hh:mm</code>, <code>+hhmm</code> or{' '}
          <code>+hh</code>, or without an offset, which means UTC. A date that cannot be read is refused,
          never replaced by the current time. More than 24 hours in the future is refused; more than 24 hours
          ago is marked late.
        </dd>
        <dt>Places</dt>
        <dd>GeoJSON or WKT, WGS 84, longitude first.</dd>
        <dt>Replies</dt>
        <dd>
          JSON with <code>result</code>: “success” or “error”. Only a failure has a field <code>error</code>;
          it has a <code>code</code> of <DocLink to="api/errors">this table</DocLink>, and <code>errors</code>{' '}
          names every bad field at once. Ids are whole numbers below 2<sup>53</sup>, never reused.
        </dd>
        <dt>Retries</dt>
        <dd>
          With the same <code>Idempotency-Key</code> an event is recorded once: the retry returns the same{' '}
          <code>event_id</code> and <code>"duplicate": true</code>. The same key with other content is
          refused.
        </dd>
        <dt>Limits</dt>
        <dd>
          {limits.length === 0 ? (
            'None on this service.'
          ) : (
            <ul>
              {limits.map(({ name, max, per }) => (
                <li>
                  {name}: {max.toLocaleString('en')} {per}
                </li>
              ))}
            </ul>
          )}
          <code>RateLimit</code> and <code>RateLimit-Policy</code> say in every reply how much is left; a 429
          or 503 says in <code>Retry-After</code> how many seconds to wait.
        </dd>
        {slug !== 'service' && (
          <>
            <dt>Other names</dt>
            <dd>
              <code>{slug}_profile_id</code> and <code>{slug}_id</code> are other names of{' '}
              <code>service_profile_id</code> and <code>service_id</code>; replies have both.
            </dd>
          </>
        )}
        <dt>Promise</dt>
        <dd>
          Addresses, fields and codes never change their meaning and are never removed; new ones may be added.
        </dd>
      </dl>
    </>
  );
}
