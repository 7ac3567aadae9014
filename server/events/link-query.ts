/**
 * Reads links to the hosted confirmation as they arrive: form tools leave placeholders in them, and editors write `&` as
 * `&amp;` or `%26`, or cut the end off. A signed link is never taken for an unsigned one.
 */

const parameters: readonly string[] = ['type', 'ref', 'form', 'lang'];
const between = /(?:&(?:amp;)+|&|%26(?:amp;)*)(?=(?:type|ref|form|lang)(?:=|%3D))/i;

/**
 * The parameters, also empty ones, and where `&` was written in another way; the first counts. Undefined if the name of
 * the signature was cut.
 */
export function asLinked(pairs: Iterable<[string, string]>): Record<string, string> | undefined {
  const fields: Record<string, string> = {};
  for (const [name, value] of pairs) {
    const known = name.replace(/^(?:&|%26)?(?:amp;)*/i, '');
    if (known !== '' && known !== 'form' && 'form'.startsWith(known)) return undefined;
    const [own = '', ...more] = value.split(between);
    if (parameters.includes(known)) fields[known] ??= own;
    for (const pair of more) {
      const [, key = '', text = ''] = /^(\w+)(?:=|%3D)(.*)$/is.exec(pair) ?? [];
      fields[key.toLowerCase()] ??= text;
    }
  }
  return fields;
}

/** A GUID in braces, as .NET writes it, is a number. */
const guid = /^\{[\da-f-]{32,36}\}$/i;
/** Marks of templates, in which no number of a submission is written. */
const template = /[{}[\]()<>«»|$`%]|&\w+;|^#.+#$|^@|^:.+:$/;
/** Words that programs write for nothing. */
const nothing = /(?:^|[\W_])(?:undefined|null|nan|nil|none)(?:$|[\W_])|^(?:n\/a|false|true|-1|0+)$/i;
/** One sign again and again: `xxxxx`, `---`. */
const repeated = /^(?:x|(\D)\1+)$/iu;
/** Words that stand where the number will be. */
const standIns =
  /contribution|submission|response|record|saved|session|entry|form|unique|random|user|your|insert|here|placeholder|example|sample|unknown|empty|todo|tbd|uuid|guid|reference|ref|number|value|token|code|key|id|nr/g;

/** Whether a text is what a form tool did not fill in, and not the number of a submission. */
export function isPlaceholder(text: string): boolean {
  const value = text.trim();
  if (guid.test(value)) return false;
  const left = value
    .toLowerCase()
    .replace(standIns, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
  return left === '' || [template, nothing, repeated].some((form) => form.test(value));
}
