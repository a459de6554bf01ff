import type { APIActionRowComponent, APIComponentInMessageActionRow } from 'discord-api-types/v10';

/** A row of buttons, or of one menu. */
export type Row = APIActionRowComponent<APIComponentInMessageActionRow>;
