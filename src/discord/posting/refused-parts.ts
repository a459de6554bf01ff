import { hash } from 'node:crypto';
import { DiscordAPIError } from 'discord.js';
import {
  type APIEmbed,
  type APIMessageTopLevelComponent,
  ComponentType,
  type RESTPostAPIChannelMessageJSONBody,
} from 'discord-api-types/v10';
import { HOUR_MS } from '#src/chain/durations.ts';
import type { LeftOutPart } from '#src/store/model/delivery.ts';
import { marksIn, markText, withFooter } from './delivery-mark.ts';

/** The parts of a body that Discord may name as the cause of a refusal. */
type Body = Pick<RESTPostAPIChannelMessageJSONBody, 'content' | 'embeds' | 'components' | 'attachments'>;

/** What Discord refused for a while, over all channels. */
export interface RefusedParts {
  /** The body without what Discord refused within the last hour, and what that was. */
  without<B extends Body>(body: B): { readonly body: B; readonly leftOut: readonly LeftOutPart[] };
  /**
   * Remembers what a refusal of this body names. Returns whether there is anything that can be left out: then the
   * message may be accepted without it.
   */
  note(error: unknown, body: Body): boolean;
  /** Discord accepted this body: a later refusal of an address there is not about its host. */
  accepted(body: Body): void;
}

/** Invalid Form Body, with a tree of errors (Discord docs: Reference, Error Messages). */
const INVALID_FORM_BODY = 50_035;
/** How long what was refused is left out, and how long an accepted host is known to be accepted. */
const REMEMBERED_MS = HOUR_MS;
/** Entries of each memory; an entry is a hash or a host, of at most 253 characters. */
const MAX_REMEMBERED = 500;
/** Deeper trees, or ones with more errors, are not Discord's. */
const MAX_DEPTH = 8;
const MAX_ERRORS = 200;
/** Errors about the length or the presence of a value, which say nothing of its host. */
const ABOUT_VALUE = /^BASE_TYPE_/;

/** A part of a body that can be left out. */
interface Unit {
  /** As Discord names it: `embeds.0.thumbnail`. */
  readonly path: string;
  readonly part: LeftOutPart;
  readonly value: unknown;
  /** The address that it shows or leads to; `null` for none on the web. */
  readonly url: string | null;
}

interface NamedError {
  readonly path: string;
  readonly codes: readonly string[];
}

/** The errors of a tree, by the paths that they name. */
function errorsIn(tree: unknown, path: readonly string[] = []): readonly NamedError[] {
  if (typeof tree !== 'object' || tree === null || path.length > MAX_DEPTH) return [];
  return Object.entries(tree)
    .flatMap(([key, value]: [string, unknown]): readonly NamedError[] => {
      if (key !== '_errors') return errorsIn(value, [...path, key]);
      const codes = Array.isArray(value) ? value.map((one: { code?: unknown }) => String(one.code)) : [];
      return [{ path: path.join('.'), codes }];
    })
    .slice(0, MAX_ERRORS);
}

const webAddress = (url: unknown): string | null =>
  typeof url === 'string' && /^https?:/i.test(url) && URL.canParse(url) ? url : null;

function unitsOfEmbed(embed: APIEmbed, at: string): readonly Unit[] {
  const { thumbnail, image, author, footer, fields = [], url, title, description } = embed;
  const unit = (name: string, part: LeftOutPart, value: unknown, address: unknown = null) =>
    value === undefined ? [] : [{ path: `${at}.${name}`, part, value, url: webAddress(address) }];
  return [
    ...unit('thumbnail', 'picture', thumbnail, thumbnail?.url),
    ...unit('image', 'picture', image, image?.url),
    ...unit('author.icon_url', 'picture', author?.icon_url, author?.icon_url),
    ...unit('footer.icon_url', 'picture', footer?.icon_url, footer?.icon_url),
    ...unit('author.url', 'link', author?.url, author?.url),
    ...unit('url', 'link', url, url),
    ...unit('author', 'text', author),
    ...unit('footer', 'text', footer),
    ...unit('title', 'text', title),
    ...unit('description', 'text', description),
    ...unit('timestamp', 'text', embed.timestamp),
    ...fields.flatMap((field, position) => unit(`fields.${position}`, 'text', field)),
  ];
}

function unitsOf({ embeds, components }: Body): readonly Unit[] {
  const ofComponents = (components ?? []).flatMap((row, position) =>
    row.type === ComponentType.ActionRow
      ? row.components.map((component, index) => ({
          path: `components.${position}.components.${index}`,
          part: 'button' as const,
          value: component,
          url: webAddress('url' in component ? component.url : null),
        }))
      : [],
  );
  return [
    ...(embeds ?? []).flatMap((embed, position) => unitsOfEmbed(embed, `embeds.${position}`)),
    ...ofComponents,
  ];
}

const isWithin = (path: string, whole: string): boolean => path === whole || path.startsWith(`${whole}.`);

/** The units that an error is about: the smallest that contains what it names, or all components within that. */
function unitsNamedBy({ path }: NamedError, units: readonly Unit[]): readonly Unit[] {
  const around = units.filter((unit) => isWithin(path, unit.path));
  if (around.length > 0)
    return [around.reduce((one, other) => (other.path.length > one.path.length ? other : one))];
  return path.startsWith('components') ? units.filter((unit) => isWithin(unit.path, path)) : [];
}

const isVisible = ({ title, description, fields, author, footer, image, thumbnail }: APIEmbed): boolean =>
  [title, description, author, footer, image, thumbnail].some((part) => part !== undefined) ||
  (fields ?? []).length > 0;

/** An embed without these of its parts. @param paths within the embed */
function embedWithout(embed: APIEmbed, paths: ReadonlySet<string>): APIEmbed {
  const { fields, author, footer, ...rest } = embed;
  const top = Object.fromEntries(Object.entries(rest).filter(([name]) => !paths.has(name)));
  const { icon_url: authorIcon, url: authorUrl, ...authorText } = author ?? { name: '' };
  const { icon_url: footerIcon, ...footerText } = footer ?? { text: '' };
  const keptFields = fields?.filter((_, position) => !paths.has(`fields.${position}`));
  return {
    ...top,
    ...(author === undefined || paths.has('author')
      ? {}
      : {
          author: {
            ...authorText,
            ...(authorIcon === undefined || paths.has('author.icon_url') ? {} : { icon_url: authorIcon }),
            ...(authorUrl === undefined || paths.has('author.url') ? {} : { url: authorUrl }),
          },
        }),
    ...(footer === undefined || paths.has('footer')
      ? {}
      : {
          footer: {
            ...footerText,
            ...(footerIcon === undefined || paths.has('footer.icon_url') ? {} : { icon_url: footerIcon }),
          },
        }),
    ...(keptFields === undefined || keptFields.length === 0 ? {} : { fields: keptFields }),
  };
}

/** The body without these parts. The delivery marks that stood in them go into the footer. */
function bodyWithout<B extends Body>(body: B, units: readonly Unit[]): B {
  const paths = new Set(units.map(({ path }) => path));
  const embeds = (body.embeds ?? [])
    .map((embed, position) => {
      const start = `embeds.${position}.`;
      const own = [...paths].filter((path) => path.startsWith(start)).map((path) => path.slice(start.length));
      return own.length === 0 ? embed : embedWithout(embed, new Set(own));
    })
    .filter((embed, position) => position === 0 || isVisible(embed));
  const components = (body.components ?? []).flatMap((row, position): APIMessageTopLevelComponent[] => {
    if (row.type !== ComponentType.ActionRow) return [row];
    const kept = row.components.filter(
      (_, index) => !paths.has(`components.${position}.components.${index}`),
    );
    return kept.length === 0 ? [] : [{ ...row, components: kept }];
  });
  const shown = JSON.stringify(embeds);
  const attachments = (body.attachments ?? [])
    .filter(({ filename }) => filename === undefined || shown.includes(`attachment://${filename}`))
    .map((attachment, id) => ({ ...attachment, id }));
  const reduced = {
    ...body,
    ...(body.embeds === undefined ? {} : { embeds }),
    ...(body.components === undefined ? {} : { components }),
    ...(body.attachments === undefined ? {} : { attachments }),
  };
  const kept = marksIn(reduced);
  const lost = [...marksIn(body)].filter((mark) => !kept.has(mark));
  if (lost.length === 0) return reduced;
  return {
    ...reduced,
    embeds: lost.reduce((marked, mark) => [...withFooter(marked, markText(mark))], embeds),
  };
}

const hashOf = ({ path, value }: Unit): string =>
  hash('sha256', `${path.replaceAll(/\d+/g, '')}:${JSON.stringify(value)}`, 'base64url');

const hostOf = ({ url }: Unit): string | null => (url === null ? null : new URL(url).host);

/** What is remembered for an hour, the oldest first. */
function createRefusalCache(now: () => number) {
  const until = new Map<string, number>();
  return {
    add(key: string): void {
      until.delete(key);
      until.set(key, now() + REMEMBERED_MS);
      const [oldest] = until.keys();
      if (until.size > MAX_REMEMBERED && oldest !== undefined) until.delete(oldest);
    },
    has: (key: string): boolean => (until.get(key) ?? 0) > now(),
    isEmpty: () => until.size === 0,
  };
}

/**
 * Discord names in a refusal (50035) what it refuses: a picture, an icon, the address of a button, a field. The same
 * message without that is sent instead of plain text. The host of a refused address is not sent for an hour, unless
 * Discord accepted an address there within the last: then only that address is at fault.
 * @param now ms by the monotonic clock
 */
export function createRefusedParts(now: () => number): RefusedParts {
  const refused = createRefusalCache(now);
  const acceptedHosts = createRefusalCache(now);

  function isRefused(unit: Unit): boolean {
    const host = hostOf(unit);
    return (host !== null && refused.has(host)) || refused.has(hashOf(unit));
  }

  return {
    without(body) {
      if (refused.isEmpty()) return { body, leftOut: [] };
      const units = unitsOf(body).filter(isRefused);
      if (units.length === 0) return { body, leftOut: [] };
      return {
        body: bodyWithout(body, units),
        leftOut: [...new Set(units.map(({ part }) => part))].toSorted(),
      };
    },
    note(error, body) {
      if (!(error instanceof DiscordAPIError) || error.code !== INVALID_FORM_BODY) return false;
      const tree: unknown = 'errors' in error.rawError ? error.rawError.errors : undefined;
      const units = unitsOf(body);
      const named = errorsIn(tree).flatMap((one) =>
        unitsNamedBy(one, units).map((unit) => ({ ...one, unit })),
      );
      for (const { unit, codes } of named) {
        const host = hostOf(unit);
        const isAboutHost =
          host !== null && !acceptedHosts.has(host) && !codes.some((code) => ABOUT_VALUE.test(code));
        refused.add(isAboutHost ? host : hashOf(unit));
      }
      return named.length > 0;
    },
    accepted(body) {
      for (const unit of unitsOf(body)) {
        const host = hostOf(unit);
        if (host !== null) acceptedHosts.add(host);
      }
    },
  };
}
