import { useEffect } from 'react'
import { channelAt, channelOfLink, nearestForLink } from '../../../contract/app/channels/address.ts'
import { findChannel, unassigned } from '../../../contract/app/channels/rules.ts'
import { setOwnSources, type OwnSources } from '../../../contract/app/channels/sources.ts'
import { tableDatesText } from '../../../contract/app/channels/tableDates.ts'
import { call } from '../../api/call.ts'
import { createStore } from '../../ui/createStore.ts'

const rules = { channelAt, channelOfLink, nearestForLink, findChannel, unassigned, tableDatesText }

const current = createStore(rules)
let hasRead = false

/** Reads the sources that the user has added. Until then, only Google's own apply. */
async function readOwnSources(): Promise<void> {
  hasRead = true
  const own = await call('channels.sources', {})
  if (own.ok && Object.values(own.value.sources).flat().length > 0) applySources(own.value.sources)
}

/** Applies the sources that the user has added. */
export function applySources(sources: OwnSources): void {
  setOwnSources(sources)
  // A new object, so that components render again.
  current.set({ ...rules })
}

/** Returns the channel rules of Google Analytics. */
export function useChannels(): typeof rules {
  useEffect(() => {
    if (!hasRead) void readOwnSources()
  }, [])
  return current.use()
}
