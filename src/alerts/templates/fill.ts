import type { Segments } from '#src/messages/segment.ts';
import type { Placeholder } from './placeholders.ts';
import type { Choice, Template, TemplateNode } from './template.ts';

/** What a template is filled with. */
export interface Filling {
  /** By placeholder; `null` or absent for what is unknown. */
  readonly values: { readonly [Name in Placeholder]?: Segments | null };
  /** The page of what the alert is about; `null` for none. */
  readonly url: string | null;
}

interface Filled {
  readonly segments: Segments;
  /** Whether everything outside of groups is known. */
  readonly isKnown: boolean;
}

function fillChoices(choices: readonly Choice[], { values }: Filling): Segments | null {
  for (const choice of choices) {
    if (choice.type === 'words') return [{ type: 'name', text: choice.text }];
    const value = values[choice.name] ?? null;
    if (value !== null) return value;
  }
  return null;
}

function fillNode(node: TemplateNode, filling: Filling): Filled {
  switch (node.type) {
    case 'words':
      return { segments: [{ type: 'markdown', text: node.text }], isKnown: true };
    case 'placeholder': {
      const segments = fillChoices(node.choices, filling);
      return { segments: segments ?? [], isKnown: segments !== null };
    }
    case 'group': {
      const { segments, isKnown } = fillNodes(node.nodes, filling);
      return { segments: isKnown ? segments : [], isKnown: true };
    }
    case 'link': {
      const { segments, isKnown } = fillNodes(node.label, filling);
      const url = node.url ?? filling.url;
      return { segments: [{ type: 'link', segments, url }], isKnown: isKnown && url !== null };
    }
    default:
      return node satisfies never;
  }
}

function fillNodes(nodes: Template, filling: Filling): Filled {
  const filled = nodes.map((node) => fillNode(node, filling));
  return {
    segments: filled.flatMap(({ segments }) => segments),
    isKnown: filled.every(({ isKnown }) => isKnown),
  };
}

/** Fills a template. What is unknown outside of a group is left out. */
export function fillTemplate(template: Template, filling: Filling): Segments {
  return fillNodes(template, filling).segments;
}
