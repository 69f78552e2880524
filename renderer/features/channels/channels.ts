/** What the window needs of the channels of Google Analytics, as one part that is loaded when it is needed. */
export { channelAt, channelOfLink, nearestForLink } from '../../../contract/channels/address.ts'
export { channelSourcesDate } from '../../../contract/channels/sources.ts'
export { channelOf, channelRulesDate, unassigned } from '../../../contract/channels/rules.ts'
