import { useSyncExternalStore } from 'react'
import { channelAt, channelOfLink, nearestForLink } from '../../../contract/app/channels/address.ts'
import { findChannel, unassigned } from '../../../contract/app/channels/rules.ts'
import { setOwnSources, type OwnSources } from '../../../contract/app/channels/sources.ts'
import { tableDatesText } from '../../../contract/app/channels/tableDates.ts'
import { call } from '../../api/call.ts'

const rules = { channelAt, channelOfLink, nearestForLink, findChannel, unassigned, tableDatesText }

let current = rules
let hasRead = false
const listeners = new Set<() => void>()

/** Reads the sources that the user has added. Until then, only Google's own apply. */
async function readOwnSources(): Promise<void> {
  const own = await call('channels.sources', {})
  if (own.ok && Object.values(own.value.sources).flat().length > 0) applySources(own.value.sources)
}

/** Applies the sources that the user has added. */
export function applySources(sources: OwnSources): void {
  setOwnSources(sources)
  // A new object, so that components render again.
  current = { ...rules }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (!hasRead) void readOwnSources()
  hasRead = true
  return () => void listeners.delete(listener)
}

/** Returns the channel rules of Google Analytics. */
export function useChannels(): typeof rules {
  return useSyncExternalStore(subscribe, () => current)
}
