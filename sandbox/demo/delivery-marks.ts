import {
  type APIComponentInMessageActionRow,
  type APIEmbed,
  type APIMessage,
  ComponentType,
} from 'discord-api-types/v10';

/**
 * `to.k.….k3x9f2ab` of a button or a choice, `of.k3x9f2ab` of a menu, `all.….k3x9f2ab` under a summary; the components
 * of answers and of tests have none.
 */
const IN_CUSTOM_ID = /^(?:to\..+|of|all\..+)\.([0-9a-z]{8})$/;
const IN_URL = /#[a-z]+-([0-9a-z]{8})$/;
const IN_FOOTER = /· \S+ ([0-9a-z]{8})$/;
const IN_TEXT = /(?:^| · )alert ([0-9a-z]{8})$/gm;

const markIn = (pattern: RegExp, text: string | undefined): readonly string[] => {
  const mark = pattern.exec(text ?? '')?.[1];
  return mark === undefined ? [] : [mark];
};

/** The buttons and menus of a message. */
export function componentsOf({ components = [] }: APIMessage): readonly APIComponentInMessageActionRow[] {
  return components.flatMap((row) => (row.type === ComponentType.ActionRow ? row.components : []));
}

function idsOf(component: APIComponentInMessageActionRow): readonly string[] {
  const own = 'custom_id' in component ? [component.custom_id] : [];
  const choices =
    component.type === ComponentType.StringSelect ? component.options.map(({ value }) => value) : [];
  return [...own, ...choices];
}

/** The marks in the components of a message: of its first alert, then of the alerts in its menu. */
export function componentMarks(message: APIMessage): readonly string[] {
  return componentsOf(message)
    .flatMap(idsOf)
    .flatMap((id) => markIn(IN_CUSTOM_ID, id));
}

/** The mark in the URL or the footer of an embed, if any. */
export function embedMarks({ url, footer }: APIEmbed): readonly string[] {
  return [...markIn(IN_URL, url), ...markIn(IN_FOOTER, footer?.text)];
}

/** All marks of a message, each once: the bot finds a message by them, and no two messages share one. */
export function marksOf(message: APIMessage): readonly string[] {
  const inText = [...message.content.matchAll(IN_TEXT)].flatMap(([, mark]) => mark ?? []);
  return [...new Set([...componentMarks(message), ...message.embeds.flatMap(embedMarks), ...inText])];
}
