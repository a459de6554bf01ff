import { type APIEmbed, type APIMessage, ComponentType, MessageFlags } from 'discord-api-types/v10';
import type { ChannelSettings } from '#src/alerts/settings.ts';
import { markInCustomId } from '../components/custom-id.ts';

/**
 * The part of the message with the mark. In a channel that publishes, messages have no components, because published
 * copies lose them.
 */
export type MarkCarrier = 'component' | 'embed';

export const markCarrierIn = ({ publish }: Pick<ChannelSettings, 'publish'>): MarkCarrier =>
  publish ? 'embed' : 'component';

/**
 * The delivery mark by which read-back finds the message of an alert: its reference (`referenceFor`), at the first of
 * these places that the message has:
 * 1. the custom id of a component, or the value of a menu choice: `to.k.….k3x9f2ab`, `of.k3x9f2ab`;
 * 2. the fragment of its embed's URL, unless that has one already: `…/item/7#alert-k3x9f2ab`;
 * 3. the small text in its embed's footer: `Market · alert k3x9f2ab`. An alert without an embed has it in the message's
 *   text. In a summary, at least the first alert has a mark.
 */
const KEYWORD = 'alert';
/** Discord's limit for URLs in embeds, characters. */
const URL_LENGTH = 2_048;

/** Formats the mark as text, the same in every language: `alert k3x9f2ab`. */
export const markText = (reference: string): string => `${KEYWORD} ${reference}`;

const fragment = (reference: string): string => `#${KEYWORD}-${reference}`;

/** Adds small print to the last footer, or to the first embed if none has a footer. */
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
 * Adds the mark to the embeds of one alert. Embeds with the same URL show their pictures together, so they keep a
 * common URL.
 * @param embeds the first one shows the alert, the others only pictures
 */
export function withEmbedMark(embeds: readonly APIEmbed[], reference: string): readonly APIEmbed[] {
  const url = embeds[0]?.url;
  const marked = url === undefined || url.includes('#') ? null : url + fragment(reference);
  if (marked === null || marked.length > URL_LENGTH) return withFooter(embeds, markText(reference));
  return embeds.map((embed) => (embed.url === url ? { ...embed, url: marked } : embed));
}

type Marked = Pick<APIMessage, 'content' | 'embeds' | 'components'>;

/** Returns the custom ids of a message, and the values of its menu choices. */
function customIdsOf({ components = [] }: Pick<Marked, 'components'>): readonly string[] {
  return components.flatMap((row) => {
    if (row.type !== ComponentType.ActionRow) return [];
    return row.components.flatMap((component) => [
      ...('custom_id' in component ? [component.custom_id] : []),
      ...(component.type === ComponentType.StringSelect ? component.options.map(({ value }) => value) : []),
    ]);
  });
}

/** Returns whether a message of the bot carries the mark, in any of the places that any version of the bot has used. */
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

/** Returns the references of all marks in a message or in the body of one. */
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

/**
 * Returns whether a moderator removed all embeds of a message with these flags; Discord then shows none of them to
 * anybody.
 */
export const isSuppressed = (flags: unknown): boolean =>
  typeof flags === 'number' && (flags & MessageFlags.SuppressEmbeds) !== 0;

/**
 * Returns whether the mark of a message may have been in embeds that a moderator removed, because no other part carries
 * one.
 */
export function mayHideDeliveryMark(message: Marked & Pick<APIMessage, 'flags'>): boolean {
  return isSuppressed(message.flags) && marksIn(message).size === 0;
}
