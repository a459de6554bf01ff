/** The text with mentions of commands as they are before Discord's ids of the commands are known. */
export function withPlainCommands(text: string): string {
  return text.replaceAll(/<\/([a-z ]+):\d+>/g, '`/$1`');
}
