/** Asks for the address to which one mail goes when a project starts. */
export function TellMeForm({ path, fault }: { path: string; fault?: string }) {
  return (
    <form method="post" action={`${path}/tell-me`} class="stack">
      <p>
        We mail you once when it does. Your address is used for nothing else, and deleted after that mail, or
        after a year.
      </p>
      <div class="field">
        <label for="tell-email">E-mail address</label>
        <input
          id="tell-email"
          name="email"
          type="email"
          required
          maxLength={254}
          autocomplete="email"
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : 'tell-email-fault'}
        />
        {fault !== undefined && (
          <p class="field-fault" id="tell-email-fault">
            {fault}
          </p>
        )}
      </div>
      <button class="button primary">Tell me when it starts</button>
    </form>
  );
}
