import { placeholdersOf, type Topic } from '../kinds/registry.ts';
import { type AlertTemplate, TEMPLATE_LENGTHS, TEMPLATE_PARTS, type TemplatePart } from './alert-template.ts';
import { FILLED_LENGTHS, longestFilled } from './filled-length.ts';
import { parseTemplate } from './parse.ts';
import type { TemplateProblem } from './template.ts';

/** Why a part of a template cannot be saved. `tooMany`: characters beyond the limit, UTF-16 units. */
export type PartProblem =
  /** As it is written. */
  | { readonly code: 'too long'; readonly tooMany: number }
  /** When it is filled with the longest values. */
  | { readonly code: 'too long when filled'; readonly tooMany: number }
  | TemplateProblem;

export type TemplateCheck =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /** One for each part that cannot be saved, in the order of `TEMPLATE_PARTS`. */
      readonly problems: readonly { readonly part: TemplatePart; readonly problem: PartProblem }[];
    };

function problemOf(part: TemplatePart, text: string, topic: Topic): PartProblem | null {
  const tooMany = text.length - TEMPLATE_LENGTHS[part];
  if (tooMany > 0) return { code: 'too long', tooMany };
  const parsed = parseTemplate(text, placeholdersOf(topic));
  if (!parsed.ok) return parsed.problem;
  const beyond = longestFilled(parsed.template, part) - FILLED_LENGTHS[part];
  return beyond > 0 ? { code: 'too long when filled', tooMany: beyond } : null;
}

/**
 * Checks whether a template for alerts of this topic can be saved: whether it can be read, and fits into Discord's
 * limits whatever it is filled with.
 */
export function checkTemplate(topic: Topic, template: AlertTemplate): TemplateCheck {
  const problems = TEMPLATE_PARTS.flatMap((part) => {
    const text = template[part];
    const problem = text === null ? null : problemOf(part, text, topic);
    return problem === null ? [] : [{ part, problem }];
  });
  return problems.length === 0 ? { ok: true } : { ok: false, problems };
}
