import { KeyRound, ShieldAlert } from 'lucide-react'
import type { KeyStoreState } from '../../../contract/app/profile/keyStore.ts'
import { storeReasons } from './storeReasons.ts'
import { IconLine } from '../../ui/IconLine.tsx'

/** Names the exact place where a key will be stored, instead of just "stored securely". */
export function KeyStoreLine({ keyStore }: { keyStore: KeyStoreState }) {
  const { kind, name, reason } = keyStore
  if (kind === 'memory') {
    return (
      <Warning>
        Kept only until you close the app: this computer’s key store can’t be used
        {reason ? `, because ${storeReasons[reason].because}` : ''}.
      </Warning>
    )
  }
  if (reason) {
    return (
      <Warning>
        Will be kept in {name}. {storeReasons[reason].title}: {storeReasons[reason].advice}
      </Warning>
    )
  }
  return (
    <IconLine icon={KeyRound} size={14} c="dimmed" fz="xs">
      Kept in {name}, never in a file.
    </IconLine>
  )
}

function Warning({ children }: { children: React.ReactNode }) {
  return (
    <IconLine icon={ShieldAlert} size={14} c="var(--warn-text)" fz="xs">
      {children}
    </IconLine>
  )
}
