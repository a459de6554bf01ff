/** By which the server shows the connections of a bot (`application_name`). */
export const BOT_CONNECTION = 'gavel roles';
