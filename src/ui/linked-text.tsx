import { ExternalLink } from './external-link.tsx';

// A full stop or bracket at the end belongs to the sentence, not to the address.
const address = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}])/;

/** Text that somebody gave us, with the web addresses in it made links. */
export function LinkedText({ text }: { text: string }) {
  // Splitting by one group puts the addresses at the odd places.
  const parts = text.split(address);
  return (
    <>
      {parts.map((part, place) => (place % 2 === 1 ? <ExternalLink href={part}>{part}</ExternalLink> : part))}
    </>
  );
}

/** The same in paragraphs: every line break of the given text begins one. */
export function Paragraphs({ text }: { text: string }) {
  const paragraphs = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return (
    <>
      {paragraphs.map((paragraph) => (
        <p>
          <LinkedText text={paragraph} />
        </p>
      ))}
    </>
  );
}
