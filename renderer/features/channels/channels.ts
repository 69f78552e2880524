/** Everything the window needs for Google Analytics channels, as one chunk that is loaded on demand. */
export { channelAt, channelOfLink, nearestForLink } from '../../../contract/app/channels/address.ts'
export { tableDatesText } from '../../../contract/app/channels/tableDates.ts'
export { setOwnSources } from '../../../contract/app/channels/sources.ts'
export { findChannel, unassigned } from '../../../contract/app/channels/rules.ts'
