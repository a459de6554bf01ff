import type { Placeholder } from './placeholders.ts';

/** Words with Discord's markdown, placeholders, groups and links, as an admin wrote them. */
export type Template = readonly TemplateNode[];

export type TemplateNode =
  /** Words in Discord's markdown. They mention nobody. */
  | { readonly type: 'words'; readonly text: string }
  /** The first of these that is known. */
  | { readonly type: 'placeholder'; readonly choices: readonly Choice[] }
  /** Disappears if something in it is unknown. */
  | { readonly type: 'group'; readonly nodes: Template }
  /** @param url the address; `null` for the page of what the alert is about */
  | { readonly type: 'link'; readonly label: Template; readonly url: string | null };

export type Choice =
  | { readonly type: 'value'; readonly name: Placeholder }
  /** Words without markdown, shown if nothing before it is known. */
  | { readonly type: 'words'; readonly text: string };

/** Why a template cannot be saved. `at`: the position of the cause, in UTF-16 units from 1. */
export type TemplateProblem = { readonly at: number } & (
  | { readonly code: 'unknown placeholder'; readonly name: string; readonly nearest: Placeholder | null }
  /** It begins and never ends. */
  | { readonly code: 'open'; readonly mark: '{' | '[' | '`' | '"' }
  /** It ends what never began. */
  | { readonly code: 'stray'; readonly mark: '}' | ']' }
  | { readonly code: 'empty placeholder' }
  | { readonly code: 'long words'; readonly most: number }
  /** Discord does not format names there, so they could end what is around them. */
  | { readonly code: 'placeholder in code' }
  | { readonly code: 'placeholder in an address' }
  | { readonly code: 'too deep'; readonly most: number }
);

export type ParsedTemplate =
  | { readonly ok: true; readonly template: Template }
  | { readonly ok: false; readonly problem: TemplateProblem };
