import type { ComponentProps } from 'preact';
import { DocLink } from '../../ui/doc-link.tsx';
import { Prose } from '../../ui/prose.tsx';
import { Section } from '../../ui/section.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { DocTable } from './doc-table.tsx';
import { Picture } from './picture.tsx';
import { NearText } from './tiers/near-text.tsx';
import { Tried } from './tried.tsx';

/** `[all settings](settings)` leads to another page of the documentation, `[the builder](/builder)` elsewhere. */
const Link = ({ href = '', children }: ComponentProps<'a'>) =>
  /^\w/.test(String(href)) ? <DocLink to={String(href)}>{children}</DocLink> : <a href={href}>{children}</a>;

/** The components of the texts in Markdown. */
export const inTexts = { a: Link, DocTable, NearText, Picture, Prose, Section, Snippet, Tried };
