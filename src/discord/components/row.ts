import type { APIActionRowComponent, APIComponentInMessageActionRow } from 'discord.js';

/** A row of buttons, or of one menu. */
export type Row = APIActionRowComponent<APIComponentInMessageActionRow>;
