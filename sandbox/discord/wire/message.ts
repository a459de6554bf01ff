import {
  type APIEmbed,
  type APIMessage,
  type APIUser,
  MessageFlags,
  MessageType,
} from 'discord-api-types/v10';
import type { UploadedFile } from '../rest/route.ts';
import type { ChannelRecord } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { storedAttachments } from './attachments.ts';
import { numberedComponents } from './components.ts';
import { field, isRecord, textField } from './fields.ts';
import { mentionsOf } from './mentions.ts';

/** Flags that a sender may set. */
const SENDER_FLAGS =
  MessageFlags.SuppressEmbeds |
  MessageFlags.SuppressNotifications |
  MessageFlags.Ephemeral |
  MessageFlags.IsComponentsV2;

/** The data of a message besides the sent body. */
export interface MessageFrame {
  readonly id: string;
  readonly channel: ChannelRecord;
  readonly author: APIUser;
  readonly files: readonly UploadedFile[];
  /** False where the author lacks Embed Links: the embeds are dropped silently. */
  readonly embedLinks: boolean;
  readonly mentionEveryone: boolean;
  readonly extra?: Partial<APIMessage>;
}

function withMedia(media: unknown, urls: ReadonlyMap<string, string>): unknown {
  if (!isRecord(media)) {
    return media;
  }
  const url = textField(media, 'url');
  const resolved = url?.startsWith('attachment://') === true ? (urls.get(url.slice(13)) ?? url) : url;
  return {
    ...media,
    ...(resolved === undefined ? {} : { url: resolved, proxy_url: resolved, width: 0, height: 0 }),
  };
}

function withIcon(part: unknown, urls: ReadonlyMap<string, string>): unknown {
  const url = textField(part, 'icon_url');
  if (!isRecord(part) || url === undefined) {
    return part;
  }
  const resolved = url.startsWith('attachment://') ? (urls.get(url.slice(13)) ?? url) : url;
  return { ...part, icon_url: resolved, proxy_icon_url: resolved };
}

function embedOf(sent: unknown, urls: ReadonlyMap<string, string>): APIEmbed {
  const known = [
    'title',
    'description',
    'url',
    'timestamp',
    'color',
    'fields',
    'author',
    'footer',
    'image',
    'thumbnail',
  ];
  const embed: Record<string, unknown> = { type: 'rich' };
  for (const name of known) {
    const value = field(sent, name);
    if (value === undefined || value === null) {
      continue;
    }
    if (name === 'image' || name === 'thumbnail') {
      embed[name] = withMedia(value, urls);
    } else if (name === 'author' || name === 'footer') {
      embed[name] = withIcon(value, urls);
    } else if (name === 'timestamp' && (typeof value === 'string' || typeof value === 'number')) {
      embed[name] = new Date(value).toISOString();
    } else if (name === 'fields' && Array.isArray(value)) {
      embed[name] = value.map((entry: unknown) => ({ inline: false, ...(isRecord(entry) ? entry : {}) }));
    } else {
      embed[name] = value;
    }
  }
  return embed;
}

function embedsOf(body: unknown, urls: ReadonlyMap<string, string>): APIEmbed[] {
  const sent = field(body, 'embeds');
  return Array.isArray(sent) ? sent.map((embed) => embedOf(embed, urls)) : [];
}

function flagsOf(body: unknown): number {
  const flags = field(body, 'flags');
  return typeof flags === 'number' ? flags & SENDER_FLAGS : 0;
}

/** Whether the message shows nothing: then Discord answers 50006. */
export function isEmptyMessage(payload: APIMessage): boolean {
  return (
    payload.content.trim() === '' &&
    payload.embeds.length === 0 &&
    payload.attachments.length === 0 &&
    (payload.components ?? []).length === 0 &&
    payload.poll === undefined
  );
}

/** A new message from a validated body. */
export function composeMessage(world: World, body: unknown, frame: MessageFrame): APIMessage {
  const attachments = storedAttachments(world, frame.channel.id, field(body, 'attachments'), frame.files);
  const urls = new Map(attachments.map((attachment) => [attachment.filename, attachment.url]));
  const content = textField(body, 'content') ?? '';
  const guild = frame.channel.guildId === null ? undefined : world.guilds.get(frame.channel.guildId);
  return {
    id: frame.id,
    channel_id: frame.channel.id,
    type: MessageType.Default,
    content,
    author: frame.author,
    attachments,
    embeds: frame.embedLinks ? embedsOf(body, urls) : [],
    ...mentionsOf(world, guild, content, field(body, 'allowed_mentions'), frame.mentionEveryone),
    components: numberedComponents(field(body, 'components'), attachments, () => world.nextId()),
    pinned: false,
    tts: field(body, 'tts') === true,
    timestamp: new Date(world.clock.now()).toISOString(),
    edited_timestamp: null,
    flags: flagsOf(body),
    ...frame.extra,
  };
}

/** A message after an edit: only sent fields change, and null clears them. */
export function composeEdit(
  world: World,
  before: APIMessage,
  body: unknown,
  frame: Omit<MessageFrame, 'id' | 'author'>,
): APIMessage {
  const sent = isRecord(body) ? body : {};
  const listed = 'attachments' in sent ? sent['attachments'] : undefined;
  const attachments =
    listed === undefined && frame.files.length === 0
      ? before.attachments
      : storedAttachments(
          world,
          frame.channel.id,
          listed ?? before.attachments,
          frame.files,
          before.attachments,
        );
  const urls = new Map(attachments.map((attachment) => [attachment.filename, attachment.url]));
  const content = 'content' in sent ? (textField(sent, 'content') ?? '') : before.content;
  const guild = frame.channel.guildId === null ? undefined : world.guilds.get(frame.channel.guildId);
  const editable = MessageFlags.SuppressEmbeds | MessageFlags.IsComponentsV2;
  const kept = (before.flags ?? 0) & ~MessageFlags.SuppressEmbeds;
  const flags = typeof sent['flags'] === 'number' ? kept | (sent['flags'] & editable) : before.flags;
  return {
    ...before,
    content,
    attachments,
    embeds: 'embeds' in sent ? (frame.embedLinks ? embedsOf(sent, urls) : []) : before.embeds,
    ...('content' in sent
      ? mentionsOf(world, guild, content, sent['allowed_mentions'], frame.mentionEveryone)
      : {}),
    components:
      'components' in sent
        ? numberedComponents(sent['components'], attachments, () => world.nextId())
        : (before.components ?? []),
    flags: flags ?? 0,
    edited_timestamp: new Date(world.clock.now()).toISOString(),
    ...frame.extra,
  };
}
