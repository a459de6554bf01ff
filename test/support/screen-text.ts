import type { APIMessage } from 'discord-api-types/v10';

/** What an answer shows, line by line: its text, then title, description, fields and footer of its embeds. */
export function screenText(message: Pick<APIMessage, 'content' | 'embeds'> | null): string {
  const embeds = (message?.embeds ?? []).flatMap((embed) => [
    embed.title,
    embed.description,
    ...(embed.fields ?? []).flatMap(({ name, value }) => [name, value]),
    embed.footer?.text,
  ]);
  return [message?.content, ...embeds].filter((text) => text !== undefined && text !== '').join('\n');
}
