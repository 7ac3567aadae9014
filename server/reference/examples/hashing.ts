/** Programs that hash an address, one for each language of the examples; for curl it is the shell. */
import { hashingExample } from '../../../src/contract/api/reference.ts';
import type { Example } from './languages.ts';

const typed = JSON.stringify(hashingExample.typed);

export const hashingExamples: Example[] = [
  {
    language: 'curl',
    title: 'Shell',
    code: `printf %s "${hashingExample.typed.trim()}" | tr A-Z a-z | sha256sum`,
  },
  {
    language: 'javascript',
    title: 'JavaScript',
    code: `import { createHash } from "node:crypto";

const address = ${typed};
const plain = address.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
console.log(createHash("sha256").update(plain).digest("hex"));`,
  },
  {
    language: 'python',
    title: 'Python',
    code: `import hashlib, string

address = ${typed}
plain = address.strip().translate(str.maketrans(string.ascii_uppercase, string.ascii_lowercase))
print(hashlib.sha256(plain.encode()).hexdigest())`,
  },
  {
    language: 'php',
    title: 'PHP',
    code: `<?php
$address = ${typed};
$letters = [range('A', 'Z'), range('a', 'z')];
$plain = strtr(trim($address), implode($letters[0]), implode($letters[1]));
echo hash('sha256', $plain);`,
  },
  {
    language: 'r',
    title: 'R',
    code: `library(openssl)

address <- ${typed}
plain <- chartr(paste(LETTERS, collapse = ""), paste(letters, collapse = ""), trimws(address))
cat(sha256(enc2utf8(plain)))`,
  },
];
