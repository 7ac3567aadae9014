import { Snippet } from '../../../ui/snippet.tsx';

/**
 * The page on clients that are generated from the OpenAPI document, and on what the document does not say.
 */
export const GeneratedClients = ({ baseUrl }: { baseUrl: string }) => (
  <>
    <p>
      <a href="/openapi.json">/openapi.json</a> says the canonical form of each field, each reply and each
      code by its status. Generators make a client with types of it, for example:
    </p>
    <Snippet
      name="client-shell"
      label="Shell"
      code={`npx openapi-typescript ${baseUrl}/openapi.json -o schema.ts`}
    />
    <Snippet
      name="client-typescript"
      label="TypeScript"
      code={`import createClient from "openapi-fetch";
import type { paths } from "./schema.js";

// The media type leaves JSONP out, whose replies are no JSON.
const client = createClient<paths, "application/json">({
  baseUrl: "${baseUrl}",
  headers: { Authorization: "Bearer YOUR_API_KEY" },
});
const { data, error } = await client.GET("/api/profile/id", {
  params: { query: { identifier: "participant@example.org" } },
});
if (error) throw new Error(error.error);
console.log(data.service_profile_id, data.known);`}
    />
    <p>What it does not say:</p>
    <ul>
      <li>
        The service also reads what older clients send: numbers and <code>true</code> as text, white space
        around a value, another spelling of a word of a list (<code>Collection</code>), an address without its
        scheme. A validator in front of the service would refuse those requests.
      </li>
      <li>In an address and in a form every value is text, and an object is JSON.</li>
      <li>
        Unknown fields are ignored, in the query, too, and <code>warnings</code> names them.
      </li>
      <li>
        The key of a <code>POST</code> may stand in its body. OpenAPI has no name for that place, so the
        document allows such a request without a key.
      </li>
      <li>
        What depends on other fields or on what is stored (a latitude without a longitude, an unknown topic)
        only the service can tell.
      </li>
    </ul>
  </>
);
