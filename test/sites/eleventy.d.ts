/** Eleventy has no types of its own. */
declare module '@11ty/eleventy' {
  export class Eleventy {
    constructor(
      input: string,
      output: string,
      options: {
        quietMode: boolean;
        config: (settings: { addTemplate: (name: string, content: string) => void }) => void;
      },
    );
    toJSON(): Promise<{ url: string; content: string }[]>;
  }
}
