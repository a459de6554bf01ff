/** The `application_name` of a bot's connections. */
export const BOT_CONNECTION = 'gavel roles';
