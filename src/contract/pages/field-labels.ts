import { projectForm, type ProjectField } from './project-form.ts';

/** The names of project fields as people read them. */
export const labelsOf = (fields: string[]): string[] =>
  fields.map((field) => projectForm[field as ProjectField].label);
