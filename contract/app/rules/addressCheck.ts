import { trackingInAddress, withTracking } from '../values/addressTracking.ts'
import { limits } from '../../service/api/limits.ts'
import { byName, trackingNames } from '../../service/link/fields.ts'
import type { TrackingName } from '../../service/link/fields.ts'
import type { ApplyRules } from './apply.ts'
import type { RuleFieldValues } from '../../service/rules/ruleFields.ts'

type TrackingValues = Omit<RuleFieldValues, 'tags'>

/** A `utm_…` value in an address that breaks a rule. Only a warning, because the user wrote the address. */
export interface AddressFinding {
  field: TrackingName
  text: string
  /** The value that the rules require, or the allowed one that was probably intended. */
  fix: string
}

/** Checks the `utm_…` values in an address. Values missing there are taken from the tracking fields. */
export type CheckAddress = (address: string, tracking: TrackingValues) => AddressFinding[]

/** Returns a function that applies rules to the `utm_…` values in addresses, because analytics counts those as well. */
export function createAddressCheck(apply: ApplyRules): CheckAddress {
  return (address, tracking) => {
    // Skips addresses without any, which are the majority, because parsing is slow.
    const inAddress = address.includes('utm_') ? trackingInAddress(address) : null
    if (!inAddress) return []
    const effective = byName(trackingNames, (name) => inAddress[name] ?? tracking[name])
    const { values, findings } = apply({ ...effective, tags: [] })
    return trackingNames.flatMap((field) => {
      const value = inAddress[field]
      const finding = findings.find((one) => one.field === field)
      if (!value || (!finding && values[field] === value)) return []
      // Truncated, because an address can be long and its warning is stored per row.
      if (value.length > limits.tracking) {
        const text = `utm_${field} in this address has more than ${limits.tracking} characters.`
        return [{ field, text, fix: value }]
      }
      const reason = finding?.text ?? `The rules require “${values[field]}”.`
      const text = `This address has utm_${field}=${value}. ${reason}`
      return [{ field, text, fix: finding?.fix ?? values[field] }]
    })
  }
}

/**
 * Returns an address with its `utm_…` values transformed by the rules. Values that break a rule in another way stay
 * unchanged.
 */
export function fixedAddress(address: string, findings: readonly AddressFinding[]): string {
  return withTracking(address, Object.fromEntries(findings.map(({ field, fix }) => [field, fix])))
}
