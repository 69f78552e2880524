import type { GenerateRequest } from '../../service/link/generate.ts'
import { byName, fieldsOf, trackingNames } from '../../service/link/fields.ts'
import { percentEncode } from '../../service/redirect/address.ts'
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

/** Returns an address with its `utm_…` parameters replaced; `null` removes one. All other bytes stay unchanged. */
export function withTracking(address: string, values: Partial<Tracking>): string {
  const [, base, query, fragment = ''] = /^([^?#]*)\?([^#]*)(#.*)?$/s.exec(address) ?? []
  if (base === undefined || query === undefined) return address
  const parts = query.split('&').flatMap((part) => {
    const name = trackingNames.find((one) => part.startsWith(`utm_${one}=`))
    const value = name && values[name]
    if (value === undefined) return [part]
    return value === null ? [] : [`utm_${name}=${percentEncode(value)}`]
  })
  return `${base}${parts.length === 0 ? '' : `?${parts.join('&')}`}${fragment}`
}
