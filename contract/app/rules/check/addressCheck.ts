import { trackingInAddress } from '../../values/addressTracking.ts'
import { readParameter, writeParameters } from '../../values/parameters.ts'
import { limits } from '../../../service/api/limits.ts'
import { byName, trackingNames } from '../../../service/link/fields.ts'
import { isParameter, parameterName } from '../../../service/link/parameters.ts'
import type { ApplyRules } from '../apply.ts'
import type { RuleFieldValues, RuleTextName } from '../../../service/rules/ruleFields.ts'

type TrackingValues = Omit<RuleFieldValues, 'tags'>

/** A parameter of an address that breaks a rule. Only a warning, because the user wrote the address. */
export interface AddressFinding {
  field: RuleTextName
  text: string
  /** The value that the rules require, or the allowed one that was probably intended. */
  fix: string
}

/**
 * Checks the `utm_…` values in an address. Values missing there are taken from the tracking fields. Of the parameters that
 * the rules list, checks those whose value isn't that of the link, which is checked as a field.
 */
export type CheckAddress = (address: string, tracking: TrackingValues) => AddressFinding[]

/** Returns a function that applies rules to the parameters in addresses, because analytics counts those as well. */
export function createAddressCheck(apply: ApplyRules): CheckAddress {
  return (address, tracking) => {
    // Skips addresses without any, which are the majority, because parsing is slow.
    const inAddress = /utm(?:_|%5f)/i.test(address) ? trackingInAddress(address) : null
    const ownParameters = apply.parameters.filter((field) => {
      const value = readParameter(address, parameterName(field))
      return value !== null && value !== tracking[field]
    })
    if (!inAddress && ownParameters.length === 0) return []
    const own: Partial<Record<RuleTextName, string | null>> = {
      ...inAddress,
      ...byName(ownParameters, (field) => readParameter(address, parameterName(field))),
    }
    const effective = byName(trackingNames, (name) => own[name] ?? tracking[name])
    const { values, findings } = apply({
      ...{ ...tracking, ...effective, ...byName(ownParameters, (field) => own[field] ?? '') },
      tags: [],
    })
    return [...trackingNames, ...ownParameters].flatMap((field) => {
      const value = own[field]
      const finding = findings.find((one) => one.field === field)
      const required = values[field] ?? ''
      if (!value || (!finding && required === value)) return []
      const name = nameInAddress(field)
      // Truncated, because an address can be long and its warning is stored per row.
      if (value.length > limits.tracking) {
        const text = `${name} in this address has more than ${limits.tracking} characters.`
        return [{ field, text, fix: value }]
      }
      const reason = finding?.text ?? `The rules require “${required}”.`
      return [{ field, text: `This address has ${name}=${value}. ${reason}`, fix: finding?.fix ?? required }]
    })
  }
}

/** Returns the name of a field in addresses: `utm_source` for `source`. */
export function nameInAddress(field: RuleTextName): string {
  return isParameter(field) ? parameterName(field) : `utm_${field}`
}

/**
 * Returns an address with its parameters transformed by the rules. Values that break a rule in another way stay
 * unchanged.
 */
export function fixedAddress(address: string, findings: readonly AddressFinding[]): string {
  return writeParameters(
    address,
    findings.map(({ field, fix }) => [nameInAddress(field), fix]),
  )
}
