import { z } from 'zod';
import { fields } from '#src/alerts/filters/index.ts';
import { TOPICS } from '#src/alerts/kinds/registry.ts';
import { MAX_PING_ROLES } from '#src/alerts/ping.ts';
import { MAX_NAME_LENGTH } from '#src/alerts/rule-extras.ts';
import { CARD_PARTS, DEFAULT_CHANNEL_SETTINGS, MESSAGE_SIZES, SOUNDS } from '#src/alerts/settings.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import type { TopicTemplate } from '#src/alerts/templates/alert-template.ts';
import { checkTemplate } from '#src/alerts/templates/check-template.ts';
import { templateProblem } from '#src/discord/views/template-problem.ts';
import type { Messages } from '#src/messages/messages.ts';

/** Identifies the program that wrote the file. The version changes with the format. */
export const FILE_FORMAT = 'gavel-alerts';
export const FILE_VERSION = 1;

/** More than any server has. */
const MAX_CHANNELS = 1_000;
const MAX_ALERTS = 2_000;
const MAX_ENTRIES = 25;

/** All fields of an alert in the file, not yet validated. */
export const fileEntry = z.record(z.string(), z.unknown());

/** Keys of an alert, in order. */
export const ALERT_KEYS: readonly string[] = [
  'alerts',
  ...fields.map(({ key }) => key),
  'ping_roles',
  'name',
  'ends',
  'once',
  'templates',
  'paused',
];

/** An alert in a file. */
export interface FileAlert {
  readonly rule: Omit<Rule, 'pingRoles'>;
  /** Roles of the server in which the file was written. */
  readonly roles: readonly { readonly id: string; readonly name: string }[];
  readonly templates: readonly TopicTemplate[];
  readonly paused: boolean;
}

/** Creates the schemas of a file, with error messages in a language. */
export function fileFormat(messages: Messages) {
  const { must } = messages.alertFiles;
  /** Schema of an entry that rejects unknown keys, so that misspelled keys are noticed. */
  const entry = <T extends z.ZodRawShape>(shape: T) =>
    z.strictObject(shape, {
      error: ({ code, keys }) =>
        code === 'unrecognized_keys' && keys !== undefined ? must.notHaveOthers(keys) : must.beEntry,
    });
  const text = z.string(must.beText);
  const yesOrNo = z.boolean(must.beYesOrNo);
  const id = text.regex(/^\d{15,20}$/, must.beId);
  /** For people who read the file. Its length is not limited, because the marketplace chooses names. */
  const name = text.default('');
  const coins = z.string(must.beCoins).regex(/^\d{1,80}(\.\d{1,80})?$/, must.beCoins);
  const wholeNumber = (from: number, to: number) => {
    const hint = must.beWholeNumber(from, to);
    return z.int(hint).min(from, hint).max(to, hint);
  };
  /** Schema of a list whose length is checked first, so that the entries of an overlong list are not read. */
  const list = <T extends z.ZodType>(entries: T, most: number, tooMany: string, least = 0) =>
    z
      .array(z.unknown(), must.beList)
      .max(most, tooMany)
      .min(least, must.nameSomething)
      .pipe(z.array(entries));
  const minuteOfDay = text.regex(/^([01]\d|2[0-3]):[0-5]\d$/, must.beTime);

  /** Schema of the templates of a place, by topic. */
  const templates = z
    .partialRecord(
      z.enum(TOPICS, must.beTopics(TOPICS.join(', '))),
      entry({ message: text.optional(), title: text.optional(), text: text.optional() }),
    )
    .transform((byTopic, context): readonly TopicTemplate[] =>
      TOPICS.flatMap((topic) => {
        const written = byTopic[topic];
        if (written === undefined) return [];
        const { message = null, title = null, text: below = null } = written;
        const template = { message, title, text: below };
        const checked = checkTemplate(topic, template);
        if (checked.ok) return [{ topic, template }];
        for (const { part, problem } of checked.problems) {
          const problemText =
            problem.code === 'too long' || problem.code === 'too long when filled'
              ? must.beShorter(problem.tooMany)
              : must.beTemplate(templateProblem(problem, messages));
          context.addIssue({ code: 'custom', path: [topic, part], message: problemText });
        }
        return [];
      }),
    )
    .default([]);

  const role = z.object({ id, name }, must.beEntry);
  const channelSettings = entry({
    ping: entry({
      role,
      priceFrom: coins.optional(),
      pauseMinutes: wholeNumber(0, 1_440).default(0),
    }).optional(),
    look: z.enum(MESSAGE_SIZES, must.beLook).default(DEFAULT_CHANNEL_SETTINGS.size),
    auctions: z.enum(['messages', 'card'], must.beAuctions).default(DEFAULT_CHANNEL_SETTINGS.auctions),
    publish: yesOrNo.default(false),
    quiet: entry({ from: minuteOfDay, to: minuteOfDay })
      .refine(({ from, to }) => from !== to, must.notBeSameTime)
      .optional(),
    messagesAnHour: wholeNumber(1, 1_000).optional(),
    notifications: z.enum(SOUNDS, must.beNotifications).default(DEFAULT_CHANNEL_SETTINGS.sound),
    notifyFrom: coins.optional(),
    hide: list(
      z.enum(CARD_PARTS, must.beParts(CARD_PARTS.join(', '))),
      MAX_ENTRIES,
      must.beShort(MAX_ENTRIES),
    ).default([]),
  }).refine(({ notifications, notifyFrom }) => notifyFrom === undefined || notifications === 'important', {
    path: ['notifyFrom'],
    error: must.onlyBeWithImportant,
  });

  return {
    /** Fields of an alert in addition to its conditions. */
    alert: z.looseObject(
      {
        alerts: list(
          z.enum(TOPICS, must.beTopics(TOPICS.join(', '))),
          MAX_ENTRIES,
          must.beShort(MAX_ENTRIES),
          1,
        ),
        ping_roles: list(role, MAX_PING_ROLES, must.beShort(MAX_PING_ROLES)).default([]),
        name: text
          .trim()
          .min(1, must.nameSomething)
          .max(MAX_NAME_LENGTH, must.beShortName(MAX_NAME_LENGTH))
          .optional(),
        ends: z.iso.datetime({ offset: true, error: must.beDateTime }).optional(),
        once: yesOrNo.default(false),
        templates,
        paused: yesOrNo.default(false),
      },
      must.beEntry,
    ),
    /** A channel in the file; its alerts are read later. */
    channel: entry({
      id,
      name,
      settings: channelSettings.optional(),
      templates,
      alerts: list(z.unknown(), MAX_ALERTS, must.haveFewAlerts(MAX_ALERTS)),
    }),
    channelSettings,
    /**
     * The file of `/alerts export`: amounts in coins as text, ids with names beside them. Its channels are read later.
     */
    shell: z.object({
      format: z.literal(FILE_FORMAT),
      version: z.literal(FILE_VERSION),
      exportedAt: text.default(''),
      server: z.object({ id, name }, must.beEntry).optional(),
      currency: z.object({ symbol: text }, must.beEntry).optional(),
      templates,
      channels: list(z.unknown(), MAX_CHANNELS, must.haveFewChannels(MAX_CHANNELS)),
    }),
  };
}

export type FileFormat = ReturnType<typeof fileFormat>;
export type FileChannel = Omit<z.infer<FileFormat['channel']>, 'alerts'> & {
  readonly alerts: readonly FileAlert[];
};
export type AlertsFile = Omit<z.infer<FileFormat['shell']>, 'channels'> & {
  readonly channels: readonly FileChannel[];
};
export type FileSettings = z.infer<FileFormat['channelSettings']>;
