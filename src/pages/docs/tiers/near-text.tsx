/** The specification's words for the owner's own text near the message. */
export const NearText = ({ serviceName }: { serviceName: string }) => (
  <q class="near">
    Contributions are credited to your {serviceName} profile if you have an account there. If you have none
    yet, create one with the same email address that you use here.
  </q>
);
