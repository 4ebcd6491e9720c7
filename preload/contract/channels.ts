/** One Electron channel for calls, one for events: the schema decides what may pass, not the number of channels. */
export const callChannel = 'lading:call';
export const eventChannel = 'lading:event';
export const dropChannel = 'lading:drop';
