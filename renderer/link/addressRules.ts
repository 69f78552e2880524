import { trackingInAddress } from '../../contract/app/values/addressTracking.ts'
import { byName, trackingNames, type TrackingName } from '../../contract/service/link/fields.ts'
import type { ApplyRules } from '../../contract/app/rules/apply.ts'
import { createAddressCheck } from '../../contract/app/rules/check/addressCheck.ts'
import { removeTracking } from '../../contract/app/values/moveTracking.ts'
import type { ValueWarning } from '../../contract/app/values/warning.ts'

type TrackingTexts = Record<TrackingName, string>

/** What the rules say about the `utm_…` values in an address. */
export interface AddressRules {
  /** The last one has a fix, unless the fields already have other values, so that the user must choose. */
  warnings: ValueWarning[]
  /** The tracking fields that receive what the fix takes out of the address. */
  moved: Partial<TrackingTexts>
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
    const fix = { label: 'Move to the tracking fields', value: removeTracking(url, movable) }
    return {
      warnings: findings.map(({ text }, index) => ({
        text,
        fix: isUseful && index === findings.length - 1 ? fix : null,
      })),
      moved: byName(movable, (name) => write(name, inAddress?.[name] ?? '')),
    }
  }
}
