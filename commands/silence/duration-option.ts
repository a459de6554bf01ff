import { type APIApplicationCommandBasicOption, ApplicationCommandOptionType } from 'discord-api-types/v10';
import { MAX_SILENCE_MS, MIN_SILENCE_MS } from '#src/alerts/silences/silence.ts';
import { readEndTime } from '#src/chain/end-time.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Choices } from '#src/discord/command.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { escapeMarkdownLine, sanitizeLine } from '#src/discord/text.ts';
import { UserError } from '#src/discord/user-error.ts';
import type { Messages } from '#src/messages/messages.ts';

export const DURATION = 'duration';

/** Discord's limit for a choice, characters. */
const CHOICE_LENGTH = 100;

/** Defines the option for the end of a silence; parsed by `readSilenceEnd`. */
export const durationOption = ({ silences: words }: Messages): APIApplicationCommandBasicOption => ({
  type: ApplicationCommandOptionType.String,
  name: DURATION,
  description: words.durationOption,
  required: true,
  autocomplete: true,
  max_length: 100,
});

/** What needs no typing, as text that `readEndTime` reads. */
export const USUAL_ENDS = ['1 hour', '4 hours', '8 tomorrow'] as const;
export type UsualEnd = (typeof USUAL_ENDS)[number];

export const usualEndLabels = ({ silences: words }: Messages): Readonly<Record<UsualEnd, string>> => ({
  '1 hour': words.forHours(1),
  '4 hours': words.forHours(4),
  '8 tomorrow': words.untilMorning,
});

const isInRange = (end: number, now: number): boolean =>
  end - now >= MIN_SILENCE_MS && end - now <= MAX_SILENCE_MS;

/**
 * Reads the end of a silence, epoch ms by Discord's clock.
 * @param timeZone of local times; the server's by default
 * @throws UserError for an unreadable text, and for an end that is too soon or too late
 */
export function readSilenceEnd(
  typed: string,
  { services }: Pick<AnswerContext, 'services'>,
  timeZone = services.view.settings.timeZone,
): number {
  const now = services.silences.now();
  const end = readEndTime(typed, { now, timeZone });
  if (end === null) throw new UserError(({ silences }) => silences.unreadable(escapeMarkdownLine(typed, 80)));
  if (!isInRange(end, now)) throw new UserError(({ silences }) => silences.outOfRange);
  return end;
}

/** Offers the usual ends, and how the typed text is read. */
export function durationChoices(
  typed: string,
  { silences, view }: CommandServices,
  timeZone = view.settings.timeZone,
): Choices {
  const { messages } = view;
  const labels = usualEndLabels(messages);
  const usual = USUAL_ENDS.map((value) => ({ name: labels[value], value }));
  const text = typed.trim();
  if (text === '') return usual;
  const now = silences.now();
  const end = readEndTime(text, { now, timeZone });
  const read =
    end !== null && isInRange(end, now)
      ? [
          {
            name: sanitizeLine(
              messages.silences.untilTime(messages.writer.dateTime(end, timeZone)),
              CHOICE_LENGTH,
            ),
            value: text,
          },
        ]
      : [];
  const wanted = text.toLowerCase();
  const found = usual.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted));
  return [...read, ...found.filter(({ value }) => value !== text)];
}
