/** The data of the pages of the API reference. */
export type ExampleLanguage = 'curl' | 'javascript' | 'python' | 'php' | 'r';
export type ApiExample = { language: ExampleLanguage; title: string; code: string };

export type ApiDocsPage = {
  name: string;
  title: string;
  says: string;
  /** The HTTP method, if the entry is an operation. */
  method?: string;
  path?: string;
  /** Fragment ids with which links to the former single page name this content. */
  anchors: string[];
  /** Further words for the search: names of fields, error codes. */
  words: string;
};

type ApiField = { name: string; place: string; type: string; required: boolean; says: string };

export type ApiOperation = {
  name: string;
  title: string;
  says: string;
  method: string;
  path: string;
  needs: string;
  /** Pages of other sites may read the reply. */
  isOpen: boolean;
  jsonp: boolean;
  fields: ApiField[];
  reply: ApiField[];
  /** An example of the reply, as JSON. */
  answer: string;
  refusals: { code: string; status: number; means: string }[];
  examples: ApiExample[];
};

/**
 * A signed-in reader's own values in the examples. We cannot show the key again, so the examples have `placeholder` in
 * its place.
 */
export type ApiReader = {
  apiKey?: { name: string; placeholder: string };
  project?: { id: number; name: string };
};

/** The API reference: an index, a page for each operation, and chapters. */
export type ApiDocs = {
  /** The name of the page that is shown; the index has none. */
  here: string;
  /** Every page below the index, for the lists of pages and for the search. */
  pages: ApiDocsPage[];
  baseUrl: string;
  /** The value of `?project_id=`, which links to other pages repeat. */
  projectId?: string;
  show:
    | { kind: 'index'; q: string }
    | { kind: 'operation'; operation: ApiOperation; reader?: ApiReader }
    | {
        kind: 'basics';
        slug: string;
        openFinder: boolean;
        limits: { name: string; max: number; per: string }[];
      }
    | {
        kind: 'hashing';
        typed: string;
        plain: string;
        digest: string;
        examples: ApiExample[];
        /** Mistakes that make a second profile without an error, each with its digest of one example. */
        secondProfiles: { typed: string; rows: { fault: string; hashed: string; digest: string }[] };
      }
    | { kind: 'authorization'; paths: { authorize: string; token: string }; scopes: Record<string, string> }
    | { kind: 'clients' }
    | { kind: 'errors'; refusals: { code: string; status: number; means: string; todo: string }[] };
};

export type ApiShown<Kind extends ApiDocs['show']['kind']> = Extract<ApiDocs['show'], { kind: Kind }>;
