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

/** Parts of a body that Discord may name as the cause of a refusal. */
type Body = Pick<RESTPostAPIChannelMessageJSONBody, 'content' | 'embeds' | 'components' | 'attachments'>;

/** Parts that Discord refused recently, in any channel. */
export interface RefusedParts {
  /** Removes from the body the parts that Discord refused within the last hour, and returns them. */
  without<B extends Body>(body: B): { readonly body: B; readonly leftOut: readonly LeftOutPart[] };
  /**
   * Records the parts of this body that a refusal names. Returns whether any can be left out, so that the message may
   * be accepted without them.
   */
  note(error: unknown, body: Body): boolean;
  /** Records that Discord accepted this body. A later refusal of one of its URLs is then not blamed on the host. */
  accepted(body: Body): void;
}

/** Invalid Form Body, with a tree of errors (Discord docs: Reference, Error Messages). */
const INVALID_FORM_BODY = 50_035;
/** How long refused parts are left out, and how long a host counts as accepted after an accepted message. */
const REMEMBERED_MS = HOUR_MS;
/** Maximum entries of each cache; an entry is a hash or a host, of at most 253 characters. */
const MAX_REMEMBERED = 500;
/** Discord's error trees are not deeper and have no more errors than this. */
const MAX_DEPTH = 8;
const MAX_ERRORS = 200;
/** Errors about the length or presence of a value, which do not concern its host. */
const ABOUT_VALUE = /^BASE_TYPE_/;

/** A removable part of a body. */
interface Unit {
  /** Discord's path to it: `embeds.0.thumbnail`. */
  readonly path: string;
  readonly part: LeftOutPart;
  readonly value: unknown;
  /** Its URL; `null` without one on the web. */
  readonly url: string | null;
}

interface NamedError {
  readonly path: string;
  readonly codes: readonly string[];
}

/** Returns the errors of a tree, by their paths. */
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

/**
 * Returns the units that an error concerns: the smallest one that contains the named path, or all components within
 * that path.
 */
function unitsNamedBy({ path }: NamedError, units: readonly Unit[]): readonly Unit[] {
  const around = units.filter((unit) => isWithin(path, unit.path));
  if (around.length > 0)
    return [around.reduce((one, other) => (other.path.length > one.path.length ? other : one))];
  return path.startsWith('components') ? units.filter((unit) => isWithin(unit.path, path)) : [];
}

const isVisible = ({ title, description, fields, author, footer, image, thumbnail }: APIEmbed): boolean =>
  [title, description, author, footer, image, thumbnail].some((part) => part !== undefined) ||
  (fields ?? []).length > 0;

/**
 * Removes these parts from an embed.
 * @param paths within the embed
 */
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

/** Removes these parts from the body, and moves their delivery marks into the footer. */
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

/** Creates a cache whose entries expire after an hour, oldest first. */
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
 * Tracks refused parts. Discord names the refused part in an error (50035): a picture, an icon, the URL of a button, a
 * field. The message is then sent without it instead of as plain text. The host of a refused URL is left out for an
 * hour, unless Discord accepted a URL of that host within the last hour, in which case only that URL is at fault.
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
