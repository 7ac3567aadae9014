/** The events that the embeds fire, by name; a test compares them with the source. */
export const hostEvents: Record<string, string> = {
  credited:
    'The contribution was credited to a profile, after a click or an earlier agreement. It is fired again if the same contribution is shown again. In bronze and with your own button, `detail.event_id` is our number of it. In passive mode: a profile was linked.',
  declined: 'The participant refused, or stopped crediting.',
  undone:
    'The participant removed this contribution from the profile, or pressed “Not you?”: this page then knows no profile any more.',
  failed:
    'There was no reply, and the participant can try again; or a contribution was given up, and `detail` is what would have been recorded. Until then, an agreed contribution waits in the page’s storage, for at most a day, and is sent as soon as possible.',
};
