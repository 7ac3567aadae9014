/** A program that receives notices, for Node.js without further packages; the tests run it as printed. */
export const webhookReceiver = `import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const secret = Buffer.from(process.env.WEBHOOK_SECRET.slice("whsec_".length), "base64");

// Returns the message; undefined if somebody else sent it, or sent it again later.
function read(headers, body) {
  const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signatures = "" } = headers;
  if (!(Math.abs(Date.now() / 1000 - time) < 300)) return undefined;
  const right = createHmac("sha256", secret).update(\`\${id}.\${time}.\${body}\`).digest();
  const isSigned = signatures.split(" ").some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ""), "base64");
    return given.length === right.length && timingSafeEqual(given, right);
  });
  return isSigned ? JSON.parse(body) : undefined;
}

// In your program: a table of your database.
const seen = new Set();

createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const message = read(request.headers, Buffer.concat(parts).toString());
  if (!message) return response.writeHead(400).end();
  const id = request.headers["webhook-id"];
  if (!seen.has(id)) console.log(message.type, JSON.stringify(message.data));
  seen.add(id);
  response.writeHead(204).end();
}).listen(process.env.PORT);`;
