import { type OptionInput, unreadable } from '#src/discord/refusal.ts';

/**
 * Parses a time of day: `22:00`, `7:30`, `22`, `22h`, `10 pm`.
 * @returns minutes since midnight
 * @throws UserError
 */
export function readClockTime(typed: OptionInput): number {
  const [, hourText, minuteText = '0', half] =
    /^(\d{1,2})(?:[:.h](\d{2}))?\s*(am|pm|h|uhr)?$/i.exec(typed.text.trim()) ?? [];
  const twelve = /^[ap]m$/i.test(half ?? '');
  const hour = Number(hourText ?? Number.NaN);
  const minute = Number(minuteText);
  const fits = twelve ? hour >= 1 && hour <= 12 : hour >= 0 && hour <= 23;
  if (!fits || minute > 59) throw unreadable(typed, ({ channelSettings }) => channelSettings.writeTime);
  const afternoon = /^pm$/i.test(half ?? '') ? 12 : 0;
  return (twelve ? (hour % 12) + afternoon : hour) * 60 + minute;
}
