import { limits } from '../../service/api/limits.ts'
import { byName, trackingNames, type TrackingName } from '../../service/link/fields.ts'
import { decideOutcome, type RedirectRules } from '../../service/redirect/engine.ts'
import { codePoints } from '../../service/text/text.ts'
import { trackingInAddress } from './addressTracking.ts'
import { cleanValue } from './cleanValue.ts'
import { listParameters, writeParameters } from './parameters.ts'

const platforms = ['ios', 'android', 'desktop'] as const

/**
 * Returns the `utm_…` values in a link's addresses that its tracking fields can have instead: those with which our
 * service sends visitors of every platform to the same address as before, except for the order of parameters.
 */
export function findMovableTracking(rules: RedirectRules): Partial<Record<TrackingName, string>> {
  const movable: Partial<Record<TrackingName, string>> = {}
  for (const name of trackingNames) {
    const value = readTracking(rules, name)
    if (value === null || !fits(name, value, rules.tracking[name])) continue
    const moved = withoutTracking(rules, { [name]: value })
    if (isChanged(rules, moved) && leadsToSame(rules, moved)) movable[name] = value
  }
  return movable
}

function readTracking(rules: RedirectRules, name: TrackingName): string | null {
  for (const platform of platforms) {
    const value = trackingInAddress(rules[platform]?.url ?? '')?.[name]
    if (value) return value
  }
  return null
}

/** Whether a tracking field can have exactly this value, and has no other one. */
function fits(name: TrackingName, value: string, current: string | null): boolean {
  if (current && current !== value) return false
  return cleanValue(`tracking_${name}`, value) === value && codePoints(value) <= limits.tracking
}

/** Returns an address without the parameters of some tracking fields. */
export function removeTracking(address: string, names: readonly string[]): string {
  return writeParameters(
    address,
    names.map((name) => [`utm_${name}`, null]),
  )
}

function withoutTracking(rules: RedirectRules, moved: Partial<Record<TrackingName, string>>): RedirectRules {
  const names = Object.keys(moved)
  const { ios, android, desktop } = rules
  return {
    ...rules,
    ios: ios && { ...ios, url: removeTracking(ios.url, names) },
    android: android && { ...android, url: removeTracking(android.url, names) },
    desktop: desktop && { url: removeTracking(desktop.url, names) },
    tracking: { ...rules.tracking, ...moved },
  }
}

function isChanged(before: RedirectRules, after: RedirectRules): boolean {
  return platforms.some((platform) => before[platform]?.url !== after[platform]?.url)
}

/** Whether visitors of every platform arrive at the same address, except for the order of its parameters. */
function leadsToSame(before: RedirectRules, after: RedirectRules): boolean {
  const [old, next] = [before, after].map((rules) =>
    byName(platforms, (platform) => {
      const visitor = { platform, crawler: null }
      return comparable(decideOutcome(rules, { visitor, appInstalled: false, defaults: 'ours' }).target)
    }),
  )
  return platforms.every((platform) => old?.[platform] === next?.[platform])
}

/** Returns an address with its parameters sorted and decoded; apps and stores are compared as they are written. */
export function comparable(address: string | null): string {
  const parameters = listParameters(address ?? '')
  if (address === null || parameters.length === 0) return address ?? ''
  const [, base, fragment = ''] = /^([^?#]*)\?[^#]*(#.*)?$/s.exec(address) ?? []
  const sorted = parameters.map((parameter) => JSON.stringify(parameter)).sort()
  return JSON.stringify([base, sorted, fragment])
}
