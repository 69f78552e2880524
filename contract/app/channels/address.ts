import { listAddresses, trackingInAddress } from '../values/addressTracking.ts'
import type { GenerateRequest } from '../../service/link/generate.ts'
import { byName, trackingNames } from '../../service/link/fields.ts'
import type { Tracking } from '../../service/redirect/tracking.ts'
import { nearestMedium, type MediumChoice, type NearestMedium } from './nearest.ts'
import { findChannel, unassigned, type Channel } from './rules.ts'

const noTracking: Tracking = byName(trackingNames, () => null)

/**
 * Returns the tracking that arrives at an address; `null` if the address isn't a website of the link's owner. As with
 * `addTracking`, an address keeps its own `utm_…`.
 */
function effectiveTracking(address: string, tracking: Tracking): Tracking | null {
  const inAddress = trackingInAddress(address)
  return inAddress && byName(trackingNames, (name) => inAddress[name] ?? tracking[name])
}

/** Returns the channel of visits that arrive at an address, or `null` if it can't be determined. */
export function channelAt(address: string): Channel | null {
  return channelOfLink([address], noTracking)
}

/** Returns the channel of a link, which is that of its first address that has one. */
export function channelOfLink(addresses: readonly string[], tracking: Tracking): Channel | null {
  for (const address of addresses) {
    const effective = effectiveTracking(address, tracking)
    const channel = effective && findChannel(effective)
    if (channel !== null) return channel
  }
  return null
}

/**
 * Returns a medium with which a link would have a channel; `null` if there is none, or if the address has its own
 * medium. `choose` omits mediums that aren't allowed for the link.
 */
export function nearestForLink(
  addresses: readonly string[],
  tracking: Tracking,
  choose?: MediumChoice,
): NearestMedium | null {
  if (channelOfLink(addresses, tracking) !== unassigned) return null
  for (const address of addresses) {
    const effective = effectiveTracking(address, tracking)
    const nearest = effective && nearestMedium(effective, choose)
    if (!nearest) continue
    const channel = channelOfLink(addresses, { ...tracking, medium: nearest.medium })
    return channel === null || channel === unassigned ? null : { ...nearest, channel }
  }
  return null
}

/** Returns the channel of the link that a request creates. */
export function channelOfRequest(request: GenerateRequest): Channel | null {
  return channelOfLink(listAddresses(request), readTracking(request))
}

/** Returns a medium with which the link that a request creates would have a channel. */
export function nearestForRequest(request: GenerateRequest, choose?: MediumChoice): NearestMedium | null {
  return nearestForLink(listAddresses(request), readTracking(request), choose)
}

function readTracking(request: GenerateRequest): Tracking {
  return byName(trackingNames, (name) => request[`tracking_${name}`] ?? null)
}
