import { Snippet } from './snippet.tsx';

/**
 * The page on clients that are generated from the OpenAPI document, and on the rules that the document cannot express.
 */
export const GeneratedClients = ({ baseUrl }: { baseUrl: string }) => (
  <>
    <p>
      <a href="/openapi.json">/openapi.json</a> says every form that the reference promises, each reply and
      each code by its status. Generators make a client with types of it, for example:
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
    <p>For whoever validates requests, in a proxy or a test:</p>
    <ul>
      <li>
        In an address and in a form every value is text. Have it converted to the type that its schema names.
      </li>
      <li>
        Let unknown fields through, in the query, too: they are ignored, and <code>warnings</code> names them.
      </li>
      <li>
        White space around a value, another spelling of a word of a list (<code>Collection</code>), and a body
        with another content type than its own are read here, but a validator refuses them.
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
