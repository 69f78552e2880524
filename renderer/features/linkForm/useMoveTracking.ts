import { useContext, useRef } from 'react'
import { findMovableTracking, removeTracking } from '../../../contract/app/values/moveTracking.ts'
import { linkFields, namesOf, pick } from '../../../contract/service/link/fields.ts'
import { FormChecksContext } from '../../link/FormChecks.tsx'
import { useFormStore } from '../../link/FormContext.tsx'
import { addressFields, toRules } from '../../link/form.ts'
import type { useSetWithUndo } from '../../link/useSetWithUndo.ts'

/**
 * Returns a function that moves the `utm_…` values of a form's addresses to the tracking fields, with an offer to undo it,
 * if our service then sends every visitor to the same address as before. Values that were moved back stay.
 */
export function useMoveTracking(setWithUndo: ReturnType<typeof useSetWithUndo>): () => void {
  const store = useFormStore()
  const { ownService, rules } = useContext(FormChecksContext)
  const keptAddresses = useRef('')
  return () => {
    const addresses = () => JSON.stringify(pick(store.get(), addressFields))
    if (!ownService || !/utm(?:_|%5f)/i.test(addresses()) || addresses() === keptAddresses.current) return
    const before = store.get()
    const found = findMovableTracking(toRules(before))
    const names = namesOf(found).filter((name) => rules?.isHidden(name) !== true)
    if (names.length === 0) return
    const moved = Object.fromEntries(addressFields.map((name) => [name, removeTracking(before[name], names)]))
    const labels = names.map((name) => linkFields[`tracking_${name}`].label)
    const message = `Moved from the address: ${labels.join(', ').toLowerCase()}.`
    setWithUndo({ ...pick(found, names), ...moved }, message, () => (keptAddresses.current = addresses()))
  }
}
