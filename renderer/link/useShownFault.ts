import { useState } from 'react'
import { useFault } from './CreateContext.tsx'

/** A field's fault as it is shown: at once, or for a patient field once it was left or a create was asked for. */
export function useShownFault(path: string, patient: boolean) {
  const { fault, warning, attempted } = useFault(path)
  const [wasLeft, setLeft] = useState(false)
  const left = !patient || wasLeft || attempted
  return { fault: left ? fault : undefined, warning, left, leave: () => setLeft(true) }
}
