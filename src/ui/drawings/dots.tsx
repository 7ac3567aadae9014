/** The site's logo: dots in a sunflower pattern (phyllotaxis) that form a disc. */

type DrawnDot = { x: number; y: number; r: number; hue: number };

const goldenAngle = Math.PI * (3 - Math.sqrt(5));
// Seeds 13 places apart lie on one spiral arm: each arm is a hand that reaches in, of its own colour.
const arms = [0, 3, 1, 2, 4, 0, 1, 3, 2, 0, 4, 1, 3];

/** Dots laid out as the seeds of a sunflower, within a unit circle; larger towards the rim. */
function seeds(count: number): DrawnDot[] {
  return Array.from({ length: count }, (_, place) => {
    const share = Math.sqrt((place + 0.5) / count);
    const angle = place * goldenAngle;
    return {
      x: share * 0.9 * Math.cos(angle),
      y: share * 0.9 * Math.sin(angle),
      r: (0.55 + 0.45 * share) / Math.sqrt(count),
      hue: arms[place % arms.length] ?? 0,
    };
  });
}

const shown = (value: number) => value.toFixed(1);

/** Decoration only: the text next to it says the same. */
export function Dots({ count, class: name }: { count: number; class: string }) {
  return (
    <svg class={name} viewBox="-54 -54 108 108" aria-hidden="true" focusable="false">
      {seeds(count).map(({ x, y, r, hue }) => (
        <circle cx={shown(x * 50)} cy={shown(y * 50)} r={shown(r * 43)} class={`dot-${hue}`} />
      ))}
    </svg>
  );
}
