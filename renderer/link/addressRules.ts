import { trackingInAddress } from '../../contract/app/values/addressTracking.ts'
import { trackingNames, type TrackingName } from '../../contract/service/link/fields.ts'
import type { ApplyRules } from '../../contract/app/rules/apply.ts'
import { writeParameters } from '../../contract/app/values/parameters.ts'
import { createAddressCheck, nameInAddress } from '../../contract/app/rules/check/addressCheck.ts'

type TrackingTexts = Record<TrackingName, string>

/** An address without its tracking, and the tracking fields that receive it. */
interface MovedTracking {
  url: string
  tracking: Partial<TrackingTexts>
}

/** What the rules say about the `utm_…` values in an address. */
export interface AddressRules {
  warnings: string[]
  /** The correction: `null` if the fields already have other values, so that the user must choose. */
  moved: MovedTracking | null
}

interface FieldsOfForm {
  /** Returns a value in the spelling that the rules require. */
  write: (name: TrackingName, value: string) => string
  isHidden: (name: TrackingName) => boolean
}

/**
 * Returns a function that checks the `utm_…` values in a form's address, and offers to move them to the tracking
 * fields.
 */
export function createAddressRules(apply: ApplyRules, { write, isHidden }: FieldsOfForm) {
  const check = createAddressCheck(apply)
  return (url: string, tracking: TrackingTexts): AddressRules => {
    const findings = check(url, tracking)
    const inAddress = findings.length > 0 ? trackingInAddress(url) : null
    const movable = trackingNames.filter((name) => {
      const value = inAddress?.[name]
      if (!value || isHidden(name)) return false
      return tracking[name] === '' || write(name, tracking[name]) === write(name, value)
    })
    const isUseful = findings.some(({ field }) => movable.some((name) => name === field))
    return {
      warnings: findings.map(({ text }) => text),
      moved: inAddress && isUseful ? move(inAddress) : null,
    }

    function move(values: Record<TrackingName, string | null>): MovedTracking {
      const texts = movable.map((name) => [name, write(name, values[name] ?? '')])
      const removed = movable.map((name) => [nameInAddress(name), null] as const)
      return {
        url: writeParameters(url, removed),
        tracking: Object.fromEntries(texts) as Partial<TrackingTexts>,
      }
    }
  }
}
