/** Says which part of a guide was tried here, and which was not. */
export const Tried = ({ says }: { says: string }) => (
  <p class="quiet">
    <strong>Tried here:</strong> {says}
  </p>
);
