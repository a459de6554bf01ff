import type { Topic } from '../kinds/registry.ts';

/** The texts of a template: above the message's card, its title, and the text below the title. */
export const TEMPLATE_PARTS = ['message', 'title', 'text'] as const;
export type TemplatePart = (typeof TEMPLATE_PARTS)[number];

/** Maximum length of each text as an admin writes it, UTF-16 units. */
export const TEMPLATE_LENGTHS: Readonly<Record<TemplatePart, number>> = {
  message: 1_000,
  title: 256,
  text: 2_000,
};

/** A template as an admin wrote it; `null` for a part that looks as usual. */
export type AlertTemplate = Readonly<Record<TemplatePart, string | null>>;

/** What a template is for: all alerts of a server, or those of one channel or rule. */
export const TEMPLATE_SCOPES = ['server', 'channel', 'rule'] as const;
export type TemplateScope = (typeof TEMPLATE_SCOPES)[number];

/** Maximum templates of a server. */
export const MAX_TEMPLATES = 100;

/** Where a template is used. A place has at most one. */
export interface TemplatePlace {
  readonly guildId: string;
  readonly scope: TemplateScope;
  /** Id of the channel or rule; empty for a server. */
  readonly target: string;
  readonly topic: Topic;
}

/** A saved template. */
export interface SavedTemplate extends TemplatePlace {
  readonly template: AlertTemplate;
}

/** The template of a place for one topic. */
export type TopicTemplate = Pick<SavedTemplate, 'topic' | 'template'>;

/** Returns whether both say the same; `null` for none. */
export const isSameTemplate = (one: AlertTemplate | null, other: AlertTemplate | null): boolean =>
  TEMPLATE_PARTS.every((part) => (one?.[part] ?? null) === (other?.[part] ?? null));

/** Returns the template of exactly this place; `null` for none. */
export const templateOf = (
  templates: readonly SavedTemplate[],
  place: Omit<TemplatePlace, 'guildId'>,
): AlertTemplate | null =>
  templates.find(
    ({ scope, target, topic }) => scope === place.scope && target === place.target && topic === place.topic,
  )?.template ?? null;

/** Returns the templates of a channel or rule, without its parent's. */
export const templatesOf = (
  templates: readonly SavedTemplate[],
  { scope, target }: Pick<TemplatePlace, 'scope' | 'target'>,
): readonly TopicTemplate[] =>
  templates
    .filter((one) => one.scope === scope && one.target === target)
    .map(({ topic, template }) => ({ topic, template }));

/** Returns whether no part of the template is written, so that it is none. */
export const isEmptyTemplate = (template: AlertTemplate): boolean =>
  TEMPLATE_PARTS.every((part) => template[part] === null);

const byRule = (one: SavedTemplate, other: SavedTemplate): number =>
  Number(one.target) - Number(other.target);

/**
 * Returns the template that alerts of this topic get: that of one of their rules (the oldest that has one), else of the
 * channel, else of the server; `null` for none.
 * @param templates of one server
 * @param ruleIds the matching rules
 */
export function nearestTemplate(
  templates: readonly SavedTemplate[],
  { topic, channelId, ruleIds }: { topic: Topic; channelId: string; ruleIds: readonly number[] },
): SavedTemplate | null {
  const ofTopic = templates.filter((one) => one.topic === topic);
  const ids = new Set(ruleIds.map(String));
  const [ofRule] = ofTopic
    .filter(({ scope, target }) => scope === 'rule' && ids.has(target))
    .toSorted(byRule);
  const ofChannel = ofTopic.find(({ scope, target }) => scope === 'channel' && target === channelId);
  return ofRule ?? ofChannel ?? ofTopic.find(({ scope }) => scope === 'server') ?? null;
}
