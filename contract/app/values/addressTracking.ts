import type { GenerateRequest } from '../../service/link/generate.ts'
import { byName, fieldsOf, trackingNames } from '../../service/link/fields.ts'
import { findStore } from '../../service/redirect/stores.ts'
import type { Tracking } from '../../service/redirect/tracking.ts'

const addressNames = [...fieldsOf('target'), ...fieldsOf('appTarget')]

/** Returns the addresses of a request, with the desktop address first. */
export function listAddresses(request: GenerateRequest): string[] {
  return addressNames.flatMap((name) => request[name]?.url ?? [])
}

/**
 * Returns the `utm_…` parameters of an address; missing ones are `null`. Returns `null` if the address isn't a website
 * of the link's owner, which could count them.
 */
export function trackingInAddress(address: string): Tracking | null {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || findStore(url) !== null) return null
  return byName(trackingNames, (name) => (url.search === '' ? null : url.searchParams.get(`utm_${name}`)))
}
