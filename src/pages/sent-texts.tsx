/** The texts of a form that was not taken, so that nobody types them again. */
export const SentTexts = ({ texts }: { texts: string[] }) => (
  <>
    {texts.map((text, at) => (
      <div class="field">
        <label for={`text-${at}`}>Your text</label>
        <textarea id={`text-${at}`} rows={4} readOnly>
          {text}
        </textarea>
      </div>
    ))}
  </>
);
