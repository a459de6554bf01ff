import { type APIApplicationCommandBasicOption, ApplicationCommandOptionType } from 'discord-api-types/v10';
import { MAX_PERSON_HOURLY_LIMIT, type QuietHours } from '#src/alerts/settings.ts';
import { personTarget } from '#src/alerts/target.ts';
import type { Answer } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Subcommand } from '#src/discord/command.ts';
import { isCleared } from '#src/discord/refusal.ts';
import { UserError } from '#src/discord/user-error.ts';
import { clockText } from '#src/discord/views/channel-settings.ts';
import { readClockTime } from '../alerts/read-option.ts';
import { readTimeZone, timeZoneChoices } from '../settings/time-zones.ts';
import { hourlyLimitText } from './hourly-limit.ts';

const [FROM, TO, TIME_ZONE, LIMIT] = ['from', 'to', 'time_zone', 'limit'] as const;

const text = (name: string, description: string): APIApplicationCommandBasicOption => ({
  type: ApplicationCommandOptionType.String,
  name,
  description,
  max_length: 20,
});

/** Shows the user's current quiet hours and hourly limit. */
function showQuiet(context: AnswerContext): Answer {
  const { requester, services } = context;
  const { quiet } = services.settings.channel(personTarget(requester));
  const { timeZone } = services.settings.guild(personTarget(requester));
  const { watches: words } = services.view.messages;
  const hours =
    quiet === null
      ? words.noQuietHours(timeZone)
      : words.quietHours(clockText(quiet.from), clockText(quiet.to), timeZone);
  return { content: `${hours}\n${hourlyLimitText(context)}`.trim() };
}

/** @throws UserError if only one hour is given, or if both are equal */
function readQuiet(from: string | null, to: string | null, present: QuietHours | null): QuietHours | null {
  if ([from, to].some((one) => one !== null && isCleared(one))) return null;
  const begin = from === null ? present?.from : readClockTime({ option: FROM, text: from });
  const end = to === null ? present?.to : readClockTime({ option: TO, text: to });
  if (begin === undefined && end === undefined) return null;
  if (begin === undefined || end === undefined) {
    throw new UserError(({ channelSettings }) => channelSettings.bothQuietHours(FROM, TO));
  }
  if (begin === end) throw new UserError(({ watches }) => watches.sameQuietHours);
  return { from: begin, to: end };
}

/** `/watch quiet`: hours without messages to the user, in their time zone, and their hourly limit. */
export const quiet: Subcommand = {
  name: 'quiet',
  definition: ({ watches: words }) => ({
    description: words.quietDescription,
    options: [
      text(FROM, words.quietFrom),
      text(TO, words.quietTo),
      {
        type: ApplicationCommandOptionType.String,
        name: TIME_ZONE,
        description: words.quietTimeZone,
        autocomplete: true,
        max_length: 100,
      },
      {
        type: ApplicationCommandOptionType.Integer,
        name: LIMIT,
        description: words.quietLimit,
        min_value: 1,
        max_value: MAX_PERSON_HOURLY_LIMIT,
      },
    ],
  }),
  example: 'from:22:00 to:08:00 time_zone:Europe/Berlin',
  answerTo: 'asker',
  async execute({ options }, context) {
    const target = personTarget(context.requester);
    const { settings } = context.services;
    const [from, to, zone] = [FROM, TO, TIME_ZONE].map((name) => options.getString(name));
    const present = settings.channel(target);
    const hours = readQuiet(from ?? null, to ?? null, present.quiet);
    const timeZone =
      zone === null || zone === undefined ? null : readTimeZone({ option: TIME_ZONE, text: zone });
    if (timeZone !== null) await settings.saveGuild(target, { ...settings.guild(target), timeZone });
    const limit = options.getInteger(LIMIT);
    const isHours = from !== null || to !== null;
    if (isHours || limit !== null)
      await settings.saveChannel(target, target, {
        ...present,
        quiet: isHours ? hours : present.quiet,
        hourlyLimit: limit ?? present.hourlyLimit,
      });
    return showQuiet(context);
  },
  autocomplete: (interaction) => timeZoneChoices(interaction.options.getFocused().value),
};
