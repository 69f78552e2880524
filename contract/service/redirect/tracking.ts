import { trackingNames, type TrackingName } from '../link/fields.ts'
import { appendParameters, isWebAddress, percentEncode } from './address.ts'
import { appStoreParameters, findStore, playParameters } from './stores.ts'

/** The tracking fields of a link (specification 2.1). `null` and empty values add nothing. */
export type Tracking = Record<TrackingName, string | null>

/**
 * Adds the tracking fields to an `http(s)` URL as `utm_…`, or to an app store in the form that the store reads, unless
 * the URL already has them. Leaves all other bytes unchanged. `link` is the address of the link, which Google Play passes
 * on to the installed app.
 */
export function addTracking(url: string, tracking: Tracking, link?: string): string {
  if (!isWebAddress(url)) return url
  const parsed = URL.parse(url)
  const store = findStore(parsed)
  if (store === 'play') return appendParameters(url, playParameters(parsed, utmParameters(tracking), link))
  if (store === 'app store') return appendParameters(url, appStoreParameters(parsed, tracking.campaign))
  const existing = parsed?.searchParams
  const parameters = utmParameters(tracking).filter(([name]) => !existing?.has(name))
  return appendParameters(
    url,
    parameters.map(([name, value]) => `${name}=${percentEncode(value)}`),
  )
}

function utmParameters(tracking: Tracking): [name: string, value: string][] {
  return trackingNames.flatMap((name) => {
    const value = tracking[name]
    return value ? [[`utm_${name}`, value]] : []
  })
}
