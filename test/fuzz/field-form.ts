/** The reference's description of a field. */
import type { Operation } from '../../src/contract/index.ts';

export type Shape = Operation['input']['shape'];
export type FieldForm = {
  type?: unknown;
  format?: string;
  maxLength?: number;
  maxItems?: number;
  items?: FieldForm;
  enum?: unknown[];
};

export const formOfField = (field: Shape[string]): FieldForm => {
  let inner = field as unknown as { unwrap?: () => unknown; meta: () => FieldForm | undefined };
  while (inner.unwrap) inner = inner.unwrap() as typeof inner;
  return inner.meta() ?? {};
};
