import { momentText } from './moment.ts';

/** That the marketplace answers in a form that the bot does not understand. @param since epoch ms */
export function unreadableText(since: number): string {
  return `⚠ unreadable since ${momentText(since / 1_000) ?? 'a while ago'}: it comes in a form that I do not understand, so I tell nothing of it; whoever runs me finds out more with \`npm run doctor\``;
}
