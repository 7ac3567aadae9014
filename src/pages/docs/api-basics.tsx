import type { PageData } from '../../contract/pages.ts';

/** What holds for every operation. */
export function ApiBasics({ baseUrl, slug, openFinder, limits }: PageData['api-docs']) {
  return (
    <section aria-labelledby="basics">
      <h2 id="basics">Basics</h2>
      <dl class="basics">
        <dt>Address</dt>
        <dd>
          Everything is below <code>{baseUrl}</code>. Each path works with and without a slash at its end. No
          API request is ever answered with a redirect.
        </dd>
        <dt>Key</dt>
        <dd>
          An API key belongs to a person: <code>mh_</code> and 38 letters and digits. Send it in the header{' '}
          <code>Authorization: Bearer mh_…</code>, which keeps it out of addresses, or as the parameter{' '}
          <code>key</code> in the address or in the body. A body with its key in it may have at most 212,992
          bytes, since the key is found only by reading it. Keep it on your server; a key for pages should
          have the scope <code>finder</code> only. A key in an address is written to the logs of whatever
          stands in between: ours keep no address, and keyed replies say{' '}
          <code>Referrer-Policy: no-referrer</code> and <code>Cache-Control: no-store</code>. A revoked key
          ends within a second.
          {openFinder && ' Here the finder answers without a key, too.'}
        </dd>
        <dt>Requests</dt>
        <dd>
          Bodies may be forms (urlencoded or multipart) or JSON; they are read by what they are, whatever
          their content type says. Addresses and bodies are in UTF-8, and bytes that are not are refused; a
          body whose <code>charset</code>, or whose field <code>_charset_</code>, says ISO-8859-1 or
          Windows-1252 is read as such. In an address and in an urlencoded body write <code>+</code> as{' '}
          <code>%2B</code>, since it stands for a space there. An empty field counts as absent, save{' '}
          <code>q=</code>. Unknown fields are ignored, and the reply names them in <code>warnings</code>.
          Booleans may be true and false, 1 and 0, yes and no.
        </dd>
        <dt>Names</dt>
        <dd>
          In names of topics, activities, regions, audiences and statuses, case, white space and{' '}
          <code>&amp;</code> for <code>and</code> do not count. A link without a scheme is read with{' '}
          <code>http://</code> before it, with a warning.
        </dd>
        <dt>Times</dt>
        <dd>
          <code>yyyy-mm-ddThh:mm:ss</code>, with <code>Z</code>, <code>+hh:mm</code>, <code>+hhmm</code> or{' '}
          <code>+hh</code>, or without an offset, which means UTC. A date that cannot be read is refused,
          never taken for now. More than 24 hours in the future is refused; more than 24 hours ago is marked
          late.
        </dd>
        <dt>Places</dt>
        <dd>GeoJSON or WKT, WGS 84, longitude first.</dd>
        <dt>Replies</dt>
        <dd>
          JSON with <code>result</code>: “success” or “error”. Only a failure has a field <code>error</code>;
          it has a <code>code</code> of <a href="#errors">this table</a>, and <code>errors</code> names every
          bad field at once. Ids are whole numbers below 2<sup>53</sup>, never reused.
        </dd>
        <dt>Retries</dt>
        <dd>
          With the same <code>Idempotency-Key</code> an event is recorded once: the retry answers the same{' '}
          <code>event_id</code> and <code>"duplicate": true</code>. The same key with other content is
          refused.
        </dd>
        <dt>Limits</dt>
        <dd>
          {limits.length === 0 ? (
            'None on this service.'
          ) : (
            <ul>
              {limits.map(({ name, most, per }) => (
                <li>
                  {name}: {most.toLocaleString('en')} {per}
                </li>
              ))}
            </ul>
          )}
          <code>RateLimit</code> and <code>RateLimit-Policy</code> tell with every reply what is left; a 429
          or 503 says in <code>Retry-After</code> how many seconds to wait.
        </dd>
        {slug !== 'service' && (
          <>
            <dt>Other names</dt>
            <dd>
              <code>{slug}_profile_id</code> and <code>{slug}_id</code> stand for{' '}
              <code>service_profile_id</code> and <code>service_id</code> everywhere; both are answered.
            </dd>
          </>
        )}
        <dt>Promise</dt>
        <dd>Addresses, fields and codes never change their meaning and never go away; new ones may come.</dd>
      </dl>
    </section>
  );
}
