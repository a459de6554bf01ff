/** The Developer Portal; an application's pages are below its id. */
export const PORTAL = 'https://discord.com/developers/applications';
