import { useDerived } from '../../link/FormContext.tsx'
import { hasNoAddress } from '../../link/form.ts'
import { useSession } from '../../session/Session.tsx'

/** What a link without any address comes to, as a sentence; `null` when it has one. */
export function useNoAddress(): string | null {
  const isMissing = useDerived(hasNoAddress)
  const { defaults } = useSession().current.profile
  if (!isMissing) return null
  return defaults === 'ours'
    ? 'No address yet: visitors see only the title'
    : 'No address yet: the service decides where visitors go'
}
