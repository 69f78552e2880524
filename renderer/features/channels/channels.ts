/** Everything the window needs for Google Analytics channels, as one chunk that is loaded on demand. */
export { channelAt, channelOfLink, nearestForLink } from '../../../contract/channels/address.ts'
export { tableDatesText } from '../../../contract/channels/tableDates.ts'
export { findChannel, unassigned } from '../../../contract/channels/rules.ts'
