/** What the window needs of the channels of Google Analytics, as one part that is loaded when it is needed. */
export { channelAt, channelOfLink, nearestForLink } from '../../../contract/channels/address.ts'
export { tableDatesText } from '../../../contract/channels/tableDates.ts'
export { channelOf, unassigned } from '../../../contract/channels/rules.ts'
