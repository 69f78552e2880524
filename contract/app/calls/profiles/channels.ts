import { z } from 'zod'
import { words } from '../../../service/rules/words.ts'
import { sourceCategories } from '../../channels/sources.ts'
import { call } from '../call.ts'

const ownSources = z.partialRecord(z.enum(sourceCategories), words)

/** Sources that the user has added to the categories of Google Analytics. */
export const channelCalls = {
  'channels.sources': call({}, z.object({ sources: ownSources })),
  /** Saves them, and finds the channels of links with these sources again. */
  'channels.saveSources': call({ sources: ownSources }, z.null()),
}
