/** The messages that are needed only after a tap of the participant; the build leaves them out of the first part. */
export const isOfSecondPart = (key: string) =>
  /^(email|code|group|connecting|blocked)\.|^(credited\.new|named\.join|do\.back|sent\.(?!title).*|stopped(One)?|tooMany)$/.test(
    key,
  );
