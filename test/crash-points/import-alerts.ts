import type { LocalDiscord } from '../../sandbox/discord/local-discord.ts';

const ANSWER_TIMEOUT_MS = 60_000;

/** Adds the alerts of these channels by `/alerts import`, as an admin. @throws Error if the bot does not take them */
export async function importAlerts(
  channels: readonly { readonly id: string; readonly alerts: readonly object[] }[],
  { discord, adminId }: { readonly discord: LocalDiscord; readonly adminId: string },
): Promise<void> {
  const file = { format: 'gavel-alerts', version: 1, channels };
  const admin = discord.person({
    userId: adminId,
    channelId: channels[0]?.id ?? '',
    answerWithinMs: ANSWER_TIMEOUT_MS,
  });
  const asked = await admin.command('alerts import', {
    file: { name: 'alerts.json', content: JSON.stringify(file) },
    mode: 'add',
  });
  if (asked.message === null || asked.message.components?.length === 0)
    throw new Error(`Nothing was asked to confirm: ${asked.message?.content ?? asked.outcome}`);
  const { message, outcome } = await admin.press(asked.message, 'Confirm');
  const said = message?.content ?? outcome;
  if (!said.includes('✅')) throw new Error(`The alerts were not set up: ${said}`);
}
