/** Spellings that lead to one inbox: pasted text, keyboards with other widths, and an attacker's variations. */
export const spellingsOf = (name: string, domain: string): Record<string, string> => {
  const [label = '', ...rest] = domain.split('.');
  const wide = (text: string) =>
    text.replace(/[!-~]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0));
  const within = (text: string, put: string) => `${text.slice(0, 1)}${put}${text.slice(1)}`;
  /** The domain's first letter in another Unicode alphabet, whose `a` is at this code point. */
  const letterOf = (a: number) => String.fromCodePoint(a + (domain.codePointAt(0) ?? 0) - 97);
  const at = `${name}@${domain}`;
  return {
    plain: at,
    'in capitals': at.toUpperCase(),
    'between spaces': `  ${at} `,
    'a tag': `${name}+news@${domain}`,
    'another tag': `${name}+1@${domain}`,
    'a tag in capitals': `${name.toUpperCase()}+A@${domain}`,
    'a soft hyphen in the domain': `${name}@${within(domain, '\u00ad')}`,
    'a zero-width space in the domain': `${name}@${within(domain, '\u200b')}`,
    'a word joiner in the domain': `${name}@${within(domain, '\u2060')}`,
    'a variation selector in the domain': `${name}@${within(domain, '\ufe0f')}`,
    'a Hangul filler in the domain': `${name}@${within(domain, '\u3164')}`,
    'a full-width domain': `${name}@${wide(label)}.${rest.join('.')}`,
    'an ideographic full stop': `${name}@${label}\u3002${rest.join('.')}`,
    'a half-width full stop': `${name}@${label}\uff61${rest.join('.')}`,
    'a full-width full stop': `${name}@${label}\uff0e${rest.join('.')}`,
    'circled letters in the domain': `${name}@${letterOf(0x24d0)}${domain.slice(1)}`,
    'mathematical letters in the domain': `${name}@${letterOf(0x1d41a)}${domain.slice(1)}`,
    'a soft hyphen in the name': `${within(name, '\u00ad')}@${domain}`,
    'a zero-width space in the name': `${within(name, '\u200b')}@${domain}`,
    'a zero-width joiner in the name': `${within(name, '\u200d')}@${domain}`,
    'a right-to-left mark in the name': `${within(name, '\u200f')}@${domain}`,
    'a tag character in the name': `${within(name, '\u{e0061}')}@${domain}`,
    'a combining grapheme joiner in the name': `${within(name, '\u034f')}@${domain}`,
    'a full-width name': `${wide(name)}@${domain}`,
    'a full-width tag': `${name}${wide('+2')}@${domain}`,
    'all of it full-width': `${wide(name)}@${wide(label)}\uff0e${rest.join('.')}`,
  };
};
