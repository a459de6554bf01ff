import { z } from 'zod';
import { ALERT_KINDS } from '../../domain/alert-kind.ts';
import { ENDING_LEADS } from '../../domain/subscription.ts';

/** Says which program wrote the file; the version changes when the form does. */
export const FILE_FORMAT = 'gavel-alerts';
export const FILE_VERSION = 1;

/** More than any server has. */
const MOST_CHANNELS = 1_000;
const MOST_ALERTS = 2_000;
const MOST_ENTRIES = 25;

const unknownKeys = (keys: readonly string[]) =>
  `has ${keys.map((key) => `“${key}”`).join(' and ')}, which I do not know; is it misspelt?`;
/** An entry in which nothing may be misspelt. */
const entry = <T extends z.ZodRawShape>(shape: T) =>
  z.strictObject(shape, {
    error: ({ code, keys }) =>
      code === 'unrecognized_keys' && keys !== undefined
        ? unknownKeys(keys)
        : 'must be an entry in curly brackets',
  });
const text = z.string('must be a text in quotation marks');
const yesOrNo = z.boolean('must be true or false');

const id = text.regex(/^\d{15,20}$/, 'must be a Discord id, such as "123456789012345678"');
/** For people who read the file, however long the marketplace made it. */
const name = text.default('');
const address = text
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address: 0x and 40 more characters')
  .transform((text) => text.toLowerCase());
const coins = z
  .string('must be an amount in coins as a text, such as "12.5"')
  .regex(/^\d{1,80}(\.\d{1,80})?$/, 'must be an amount in coins as a text, such as "12.5"');
const wholeNumber = (from: number, to: number) => {
  const hint = `must be a whole number from ${from} to ${to}`;
  return z.int(hint).min(from, hint).max(to, hint);
};
/** A list whose length is looked at first: what is too long is not read entry by entry. */
const bounded = <T extends z.ZodType>(entries: T, most: number, what: string, empty?: string) => {
  const length = z
    .array(z.unknown(), 'must be a list in square brackets')
    .max(most, `must have at most ${most} ${what}`);
  return (empty === undefined ? length : length.min(1, empty)).pipe(z.array(entries));
};
const list = <T extends z.ZodType>(entries: T, empty?: string) =>
  bounded(entries, MOST_ENTRIES, 'entries', empty);
const minuteOfDay = text.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as "22:00"');

/** Blanks around it would never fit anything. */
const traitText = text.trim().min(1, 'must not be empty').max(500, 'must have at most 500 characters');

/** One alert of the file. */
export const fileAlert = entry({
  tell: list(z.enum(ALERT_KINDS, `must be among ${ALERT_KINDS.join(', ')}`), 'must name something'),
  collections: z
    .union(
      [
        z.literal('every'),
        z.literal('whitelisted'),
        list(z.union([address, z.object({ address, name })]), 'must name something'),
      ],
      `must be "every", "whitelisted" or a list of up to ${MOST_ENTRIES} addresses`,
    )
    .default('every'),
  priceFrom: coins.optional(),
  priceTo: coins.optional(),
  percentBelowFloor: wholeNumber(1, 99).optional(),
  rankAtMost: wholeNumber(1, 1_000_000_000).optional(),
  traits: entry({
    mode: z.enum(['any', 'all'], 'must be "any" or "all"'),
    values: list(entry({ type: traitText, value: traitText }), 'must name something'),
  }).optional(),
  onlyWallets: list(address).default([]),
  notWallets: list(address).default([]),
  unitsFrom: z
    .string('must be a whole number as a text, such as "5"')
    .regex(/^[1-9]\d{0,77}$/, 'must be a whole number as a text, such as "5"')
    .optional(),
  endingMinutes: z.literal(ENDING_LEADS, `must be one of ${ENDING_LEADS.join(', ')}`).default(10),
  paused: yesOrNo.default(false),
});

const channelSettings = entry({
  ping: entry({
    role: z.object({ id, name }, 'must be an entry in curly brackets'),
    priceFrom: coins.optional(),
    pauseMinutes: wholeNumber(0, 1_440).default(0),
  }).optional(),
  look: z.enum(['compact', 'normal', 'big'], 'must be "compact", "normal" or "big"').default('big'),
  publish: yesOrNo.default(false),
  quiet: entry({ from: minuteOfDay, to: minuteOfDay })
    .refine(({ from, to }) => from !== to, 'must not begin and end at the same time')
    .optional(),
  messagesAnHour: wholeNumber(1, 1_000).optional(),
});

/** A channel of the file, whose alerts are not looked at yet. */
export const fileChannel = entry({
  id,
  name,
  settings: channelSettings.optional(),
  alerts: bounded(z.unknown(), MOST_ALERTS, 'alerts'),
});

/** The file of `/alerts export`: readable, amounts in coins as texts, ids with names beside them. Its channels are not looked at yet. */
export const fileShell = z.object({
  format: z.literal(FILE_FORMAT),
  version: z.literal(FILE_VERSION),
  exportedAt: text.default(''),
  server: z.object({ id, name }).optional(),
  currency: z.object({ symbol: text }, 'must be an entry in curly brackets').optional(),
  channels: bounded(z.unknown(), MOST_CHANNELS, 'channels'),
});

export type FileAlert = z.infer<typeof fileAlert>;
export type FileChannel = Omit<z.infer<typeof fileChannel>, 'alerts'> & {
  readonly alerts: readonly FileAlert[];
};
export type AlertsFile = Omit<z.infer<typeof fileShell>, 'channels'> & {
  readonly channels: readonly FileChannel[];
};
export type FileSettings = z.infer<typeof channelSettings>;
