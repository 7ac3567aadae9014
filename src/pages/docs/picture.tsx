import pictures from './pictures.json';

export type PictureName = keyof typeof pictures;

/** Pages of ours have no outline of their own. */
const isOurPage = (name: PictureName) => name === 'window' || name === 'confirm';

/**
 * A picture of an embed as participants see it, in both colour schemes; `npm run docs-pictures` takes it from the
 * running embed.
 */
export function Picture({ name, shows }: { name: PictureName; shows: string }) {
  const { width, height } = pictures[name];
  return (
    <figure class={`shot ${isOurPage(name) ? 'framed' : ''}`}>
      <picture>
        <source media="(prefers-color-scheme: dark)" srcset={`/docs/pictures/${name}-dark.webp`} />
        <img
          src={`/docs/pictures/${name}-light.webp`}
          width={width}
          height={height}
          alt={shows}
          loading="lazy"
        />
      </picture>
    </figure>
  );
}
