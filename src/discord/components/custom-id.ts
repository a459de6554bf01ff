import type { LookupTarget } from '#src/alerts/description.ts';
import { packNumber, unpackNumber } from './field.ts';
import type { Destination } from './link.ts';
import { lookupOf, summaryLink } from './targets.ts';

/*
 * All custom ids, and the values of menus whose choices lead to components. They stand in messages that stay for years,
 * so nothing of a format may change: the letters, the order of the parts, and how numbers are packed.
 *
 * - `at.<component>.<asker, packed>.<parameter>.…`: others get a copy
 * - `do.<component>.<asker>.<parameters>`: the asker's only
 * - `to.<letter>.<parameter>.<parameter>.<mark>`: a lookup under an alert, which is nobody's
 * - `wa.<letter>.<parameter>.<parameter>.<mark>`: the same, to watch it
 * - `of.<mark>`: a menu whose choices are lookups under alerts
 * - `all.<post>.<mark>`: the first page of the alerts of a summary, by the number of its post
 * - `menu.<name>`: a menu whose choices lead to components
 * - `off.<name>`: a disabled button
 */

/** What a custom id leads to. */
export interface CustomId {
  /** Whether there is such a component with such parameters is for its link to say. */
  readonly destination: Destination;
  /** Discord user id of the person whose command the message answered; `null` under an alert. */
  readonly asker: string | null;
}

/** A component under an alert: what it looks up or watches, and the mark of its message. */
export interface MarkedId {
  readonly target: LookupTarget;
  /**
   * What read-back finds the message by (`discord/posting/delivery-mark.ts`), or a word that is none; `a-z0-9`, 1 to 8
   * characters.
   */
  readonly mark: string;
}

const SEPARATOR = '.';
const SHARED = 'at';
const MAX_ASKER = 2n ** 64n;
const ASKERS = /^do\.(?<id>[a-z-]{1,24})\.(?<asker>\d{15,20})\.(?<parameters>[^.\n]{0,50})$/;
const MARKED =
  /^(?<use>to|wa)\.(?<letter>[bck])\.(?<collection>[\w-]{1,27})\.(?<number>[\w-]{0,43})\.(?<mark>[0-9a-z]{1,8})$/;
const MARKED_MENU = /^of\.(?<mark>[0-9a-z]{1,8})$/;
const SUMMARY = /^all\.(?<post>[\w-]{1,11})\.(?<mark>[0-9a-z]{1,8})$/;

const LETTERS = { collection: 'c', token: 'k', auction: 'b' } as const satisfies Record<
  LookupTarget['at'],
  string
>;

/**
 * The custom id of a button, menu or modal, or the value of a menu's choice.
 * @throws Error for what `readCustomId` would not read
 */
export function writeCustomId(
  { id, isAskersOnly, texts }: Destination,
  { requester }: { readonly requester: string },
): string {
  if (!isAskersOnly) return [SHARED, id, packNumber(BigInt(requester)), ...texts].join(SEPARATOR);
  const customId = ['do', id, requester, ...texts].join(SEPARATOR);
  if (!ASKERS.test(customId)) throw new Error(`${customId} is not a custom id.`);
  return customId;
}

function readShared(customId: string): CustomId | null {
  const [prefix, id, who, ...texts] = customId.split(SEPARATOR);
  if (prefix !== SHARED || id === undefined || who === undefined) return null;
  const asker = unpackNumber(who);
  if (asker >= MAX_ASKER || packNumber(asker) !== who) return null;
  return { destination: { id, isAskersOnly: false, texts }, asker: asker.toString() };
}

function readAskers(customId: string): CustomId | null {
  const [, id, asker, parameters] = ASKERS.exec(customId) ?? [];
  if (id === undefined || asker === undefined || parameters === undefined) return null;
  return { destination: { id, isAskersOnly: true, texts: [parameters] }, asker };
}

function writeMarkedId(use: 'to' | 'wa', { target, mark }: MarkedId): string {
  const [collection, number = ''] = lookupOf(target).texts;
  return [use, LETTERS[target.at], collection, number, mark].join(SEPARATOR);
}

/**
 * The custom id of a component that looks something up, at most 85 characters. Nothing in it depends on a rule or on
 * who presses.
 */
export const writeLookupId = (id: MarkedId): string => writeMarkedId('to', id);

/** The custom id of a button that offers to watch a target; as long and as lasting as that of its lookup. */
export const writeWatchId = (id: MarkedId): string => writeMarkedId('wa', id);

/** A custom id under an alert; `null` for any other, or one that was tampered with. */
function readMarked(customId: string): (CustomId & { readonly mark: string }) | null {
  const [, use, letter, collection, number, mark] = MARKED.exec(customId) ?? [];
  if (collection === undefined || number === undefined || mark === undefined) return null;
  const texts = letter === 'c' ? [collection] : [collection, number];
  const isPacked = texts.every((text) => packNumber(unpackNumber(text)) === text);
  if (!isPacked || (letter === 'c' && number !== '')) return null;
  const [at] = Object.entries(LETTERS).find(([, one]) => one === letter) ?? [];
  if (at === undefined) return null;
  const id = use === 'wa' ? `watch-${at}` : at;
  return { destination: { id, isAskersOnly: false, texts }, asker: null, mark };
}

/**
 * The custom id of a button under a summary that leads to all of its alerts.
 * @param post number of its post
 */
export const writeSummaryId = ({ post, mark }: { readonly post: number; readonly mark: string }): string =>
  ['all', packNumber(BigInt(post)), mark].join(SEPARATOR);

function readSummary(customId: string): CustomId | null {
  const [, post, mark] = SUMMARY.exec(customId) ?? [];
  if (post === undefined || mark === undefined || packNumber(unpackNumber(post)) !== post) return null;
  return { destination: summaryLink.to({ post: unpackNumber(post).toString(), mark, page: 1 }), asker: null };
}

/** What a custom id leads to; `null` for one that leads nowhere, or that was tampered with. */
export const readCustomId = (customId: string): CustomId | null =>
  readShared(customId) ?? readAskers(customId) ?? readMarked(customId) ?? readSummary(customId);

/** The custom id of a menu whose choices are lookups under alerts. */
export const writeMarkedMenuId = (mark: string): string => `of.${mark}`;

/** The mark in the custom id of a component under an alert; `null` for any other component. */
export const markInCustomId = (customId: string): string | null =>
  MARKED_MENU.exec(customId)?.groups?.['mark'] ??
  SUMMARY.exec(customId)?.groups?.['mark'] ??
  readMarked(customId)?.mark ??
  null;

/** The custom id of a menu whose choices lead to components. */
export const writeMenuId = (name: string): string => `menu.${name}`;

/** The custom id of a disabled button, which leads nowhere. Discord refuses a message in which two are the same. */
export const writeDisabledId = (name: string | number): string => `off.${name}`;
