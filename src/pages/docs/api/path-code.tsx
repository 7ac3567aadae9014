/** The path of an operation; a narrow screen breaks it before a slash, and not inside a name. */
export const PathCode = ({ path }: { path: string }) => (
  <code>
    {path.split('/').map((part, at) => (
      <>
        {at > 1 && <wbr />}
        {at > 0 && '/'}
        {part}
      </>
    ))}
  </code>
);
