import { ownEntry } from '../../../contract/fields/own-entry.ts';
import { Prose } from '../../../ui/prose.tsx';
import { useWords } from '../../../ui/words/use-words.tsx';

/** The meaning of an attribute or a custom property: the sentence of the builder, and further ones. */
export function Meaning({ name, further = '' }: { name: string; further?: string }) {
  const { says, looks } = useWords().words.builder;
  const first = ownEntry<string>(says, name) ?? ownEntry<{ says: string }>(looks, name)?.says;
  return <Prose text={[first, further].filter(Boolean).join(' ')} />;
}
