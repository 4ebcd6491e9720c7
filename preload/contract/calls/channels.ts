/** One Electron channel for all calls and one for all events. The schema decides what may pass. */
export const callChannel = 'lading:call';
export const eventChannel = 'lading:event';
export const dropChannel = 'lading:drop';
