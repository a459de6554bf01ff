import { type APIEmbed, type APIMessage, ComponentType, MessageFlags } from 'discord-api-types/v10';
import type { ChannelSettings } from '#src/alerts/settings.ts';
import { markInCustomId } from '../components/custom-id.ts';

/**
 * What carries the mark; a message in a channel that publishes has no components, because published copies lose them.
 */
export type MarkCarrier = 'component' | 'embed';

export const markCarrierIn = ({ publish }: Pick<ChannelSettings, 'publish'>): MarkCarrier =>
  publish ? 'embed' : 'component';

/**
 * The delivery mark by which read-back finds the message of an alert: its reference (`referenceFor`), placed in the
 * first of these that the message has for it:
 * 1. the custom id of a component, or the value of a menu's choice: `to.k.….k3x9f2ab`, `of.k3x9f2ab`;
 * 2. the fragment of its embed's URL, unless that has one of its own: `…/item/7#alert-k3x9f2ab`;
 * 3. the small text in its embed's footer: `Market · alert k3x9f2ab`. An alert without an embed has it in the message's
 * text. Of a summary, at least the first alert has one.
 */
const KEYWORD = 'alert';
/** Discord: URLs in embeds are at most 2,048 characters. */
const URL_LENGTH = 2_048;

/** The mark as text, which is the same in every language: `alert k3x9f2ab`. */
export const markText = (reference: string): string => `${KEYWORD} ${reference}`;

const fragment = (reference: string): string => `#${KEYWORD}-${reference}`;

/** The embeds with more small print in the last footer; in the first embed where none has one. */
export function withFooter(embeds: readonly APIEmbed[], text: string): readonly APIEmbed[] {
  const last = embeds.findLastIndex(({ footer }) => footer !== undefined);
  return embeds.map((embed, position) => {
    if (position !== Math.max(0, last)) return embed;
    const before = embed.footer?.text;
    return {
      ...embed,
      footer: { ...embed.footer, text: before === undefined ? text : `${before} · ${text}` },
    };
  });
}

/**
 * The embeds of one alert with its mark. Embeds that share a URL show their pictures together, so they keep sharing it.
 * @param embeds the first one shows the alert, the others only pictures
 */
export function withEmbedMark(embeds: readonly APIEmbed[], reference: string): readonly APIEmbed[] {
  const url = embeds[0]?.url;
  const marked = url === undefined || url.includes('#') ? null : url + fragment(reference);
  if (marked === null || marked.length > URL_LENGTH) return withFooter(embeds, markText(reference));
  return embeds.map((embed) => (embed.url === url ? { ...embed, url: marked } : embed));
}

type Marked = Pick<APIMessage, 'content' | 'embeds' | 'components'>;

/** The custom ids of a message, and the values of what its menus offer. */
function customIdsOf({ components = [] }: Pick<Marked, 'components'>): readonly string[] {
  return components.flatMap((row) => {
    if (row.type !== ComponentType.ActionRow) return [];
    return row.components.flatMap((component) => [
      ...('custom_id' in component ? [component.custom_id] : []),
      ...(component.type === ComponentType.StringSelect ? component.options.map(({ value }) => value) : []),
    ]);
  });
}

/** Whether a message of the bot carries the mark, in any of the places where a version of the bot has put it. */
export function hasDeliveryMark(message: Marked, reference: string): boolean {
  const text = markText(reference);
  return (
    customIdsOf(message).some((customId) => markInCustomId(customId) === reference) ||
    message.embeds.some(
      ({ url, footer }) =>
        url?.endsWith(fragment(reference)) === true || footer?.text.includes(text) === true,
    ) ||
    message.content.includes(text)
  );
}

const MARK_IN_TEXT = new RegExp(`\\b${KEYWORD} ([0-9a-z]{8})\\b`, 'g');
const MARK_IN_URL = new RegExp(`#${KEYWORD}-([0-9a-z]{8})$`);

/** The references of all marks that a message carries, or the body of one. */
export function marksIn({
  content,
  embeds,
  components,
}: { readonly [Part in keyof Marked]?: Marked[Part] | undefined }): ReadonlySet<string> {
  const inText = (text = ''): readonly string[] =>
    [...text.matchAll(MARK_IN_TEXT)].map(([, mark = '']) => mark);
  return new Set([
    ...inText(content),
    ...(embeds ?? []).flatMap(({ url = '', footer }) => [
      ...inText(footer?.text),
      ...(MARK_IN_URL.exec(url)?.slice(1) ?? []),
    ]),
    ...customIdsOf({ components: components ?? [] }).flatMap((customId) => markInCustomId(customId) ?? []),
  ]);
}

/** Whether a moderator removed all embeds of a message with these flags: Discord then shows none of them to anybody. */
export const isSuppressed = (flags: unknown): boolean =>
  typeof flags === 'number' && (flags & MessageFlags.SuppressEmbeds) !== 0;

/** Whether a message of the bot may have had its mark in embeds that a moderator removed: no other part carries one. */
export function mayHideDeliveryMark(message: Marked & Pick<APIMessage, 'flags'>): boolean {
  return isSuppressed(message.flags) && marksIn(message).size === 0;
}
