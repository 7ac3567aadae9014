/**
 * A value as JSON that may stand in a script element: without `<` there is no `</script>` and no `<!--` in it,
 * whatever a title or a description says. It reads back as the same value.
 */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
