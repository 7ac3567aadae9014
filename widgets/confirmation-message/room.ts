/** The room that a snippet keeps for the message: an element with a height of its own, and only the script in it. */

/** Gives the room back once the message needs less: after the participant's answer, or where it shows nothing. */
export function letGoOfRoom(message: HTMLElement) {
  const room = message.parentElement;
  // Older snippets keep other heights, and a site's own sheet keeps ours.
  if (!room || !(room.style.minHeight || getComputedStyle(room).minHeight === '200px')) return;
  // An owner's element with anything else in it, be it text alone, keeps its height.
  const isOurs = [...room.childNodes].every(
    ({ nodeName, nodeValue }) =>
      /script$|#comment/i.test(nodeName) || nodeName === message.nodeName || nodeValue?.trim() === '',
  );
  if (isOurs) room.style.minHeight = '0px';
}
