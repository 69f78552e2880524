import { useState } from 'react'
import { trackingNames } from '../../../contract/service/link/fields.ts'
import { isParameter } from '../../../contract/service/link/parameters.ts'
import { TrackingFields } from '../../features/linkForm/TrackingFields.tsx'
import type { FormValues } from '../../link/form.ts'
import { useDerived } from '../../link/FormContext.tsx'
import type { FormRules } from '../../link/formRules.ts'

interface QuickTrackingProps {
  initial: FormValues
  /** Whether a rule refuses the tracking. */
  isRefused: boolean
}

/** Shows the tracking fields from when something was filled into them, such as out of the address, or must be corrected. */
export function QuickTracking({ initial, isRefused }: QuickTrackingProps) {
  const isFilled = useDerived((form) => trackingNames.some((name) => form[name] !== initial[name]))
  const [isShown, setShown] = useState(false)
  if ((isFilled || isRefused) && !isShown) setShown(true)
  return isShown && <TrackingFields />
}

/** Returns the paths of the fields that `QuickTracking` shows. */
export function trackingPaths(rules: FormRules | null): string[] {
  const names = [...trackingNames, ...(rules?.parameters.map(({ field }) => field) ?? [])]
  return names
    .filter((name) => rules?.isHidden(name) !== true)
    .map((name) => (isParameter(name) ? name : `tracking_${name}`))
}
